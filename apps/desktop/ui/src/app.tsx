import { shellTexts } from '@comet/texts/desktop';
import { Logo } from '@comet/ui';
import { HomeScreen } from './features/home/index.ts';
import { AwayScreen } from './features/shell/index.ts';
import { useSnapshot } from './platform/daemon/index.ts';

/** The window: one screen at a time, by what is true. */
export function App() {
  const snapshot = useSnapshot();
  return (
    <div className="flex h-full flex-col">
      <header className="flex shrink-0 items-center justify-between px-5 pt-4">
        <Logo name={shellTexts.name} />
      </header>
      {snapshot === null && <AwayScreen />}
      {snapshot !== null && snapshot !== undefined && (
        <HomeScreen snapshot={snapshot} onOpen={() => undefined} />
      )}
    </div>
  );
}
