import { homeTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useConnection } from './use-connection.ts';
import { canLetOut, homeClock, homeView } from './home-view.ts';
import { fallbackLine } from './fallback-line.ts';
import { outsideLine } from './outside-line.ts';
import { MainAction } from './main-action.tsx';
import { NextStep } from './next-step.tsx';
import { Orbit } from './orbit.tsx';
import { PlaceRow } from './place-row.tsx';
import { ThroughputRow } from './throughput-row.tsx';
import { useNow } from '../../platform/clock/index.ts';

interface HomeScreenProps {
  readonly snapshot: Snapshot;
  /** Opens another screen. */
  readonly onOpen: (screen: 'locations') => void;
}

/** One screen, one state: the trail says it, and one button changes it. */
export function HomeScreen({ snapshot, onOpen }: HomeScreenProps) {
  const now = useNow(homeClock(snapshot));
  const connection = useConnection();
  const view = homeView(snapshot, now);
  const fallback = fallbackLine(snapshot);
  const outside = outsideLine(snapshot);
  return (
    <main className="flex min-h-0 grow flex-col gap-6 overflow-y-auto px-5 pb-5 wide:flex-row wide:items-center wide:gap-12 wide:px-12">
      <section aria-live="polite" className="flex shrink-0 grow flex-col justify-center py-4 wide:w-1/2">
        <Orbit look={view.look}>
          <h1 className="m-0 text-[1.625rem] leading-tight">{view.headline}</h1>
          <p aria-live={view.look === 'safe' ? 'off' : undefined} className="m-0 text-small text-quiet">
            {view.line}
          </p>
          {view.address !== null && <p className="m-0 font-mono text-small select-text">{view.address}</p>}
        </Orbit>
      </section>
      <div className="flex flex-col wide:w-1/2 wide:max-w-sm">
        <ThroughputRow traffic={snapshot.traffic} />
        <PlaceRow snapshot={snapshot} now={now} onChange={() => onOpen('locations')} />
        {fallback !== null && <p className="m-0 pb-3 text-small text-quiet">{fallback}</p>}
        {outside !== null && <p className="m-0 pb-3 text-small break-words text-quiet">{outside}</p>}
        <NextStep tunnel={snapshot.tunnel} />
        {connection.failure !== null && (
          <p role="alert" className="m-0 pb-3 text-small text-danger">
            {connection.failure}
          </p>
        )}
        <MainAction action={view.action} connection={connection} />
        {canLetOut(snapshot) && (
          <button
            type="button"
            className="mt-2 min-h-11 border-0 bg-transparent text-small text-quiet underline"
            onClick={connection.disconnect}
          >
            {homeTexts.letOut}
          </button>
        )}
      </div>
    </main>
  );
}
