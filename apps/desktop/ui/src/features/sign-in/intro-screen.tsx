import { introTexts, shellTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, Logo } from '@comet/ui';
import { useNow } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { homeClock, homeView, Orbit } from '../home/index.ts';

interface IntroScreenProps {
  readonly snapshot: Snapshot;
  readonly onSignIn: () => void;
  readonly onRegister: () => void;
}

/** The first screen: what is true of this computer now, and the way to change it. */
export function IntroScreen({ snapshot, onSignIn, onRegister }: IntroScreenProps) {
  const daemon = useDaemon();
  const view = homeView(snapshot, useNow(homeClock(snapshot)));
  const held = snapshot.tunnel.state === 'error' && snapshot.tunnel.blocking;
  // Lockdown outlives a disconnection: traffic is let out by ending it.
  const letOut = () =>
    void (snapshot.settings.lockdown
      ? daemon.ask('lockdown.set', { on: false })
      : daemon.ask('disconnect', {}));
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center px-5 pt-3">
        <Logo name={shellTexts.name} />
      </header>
      <main className="flex min-h-0 grow flex-col gap-6 overflow-y-auto px-5 pb-5 wide:flex-row wide:items-center wide:gap-12 wide:px-12">
        <section aria-live="polite" className="flex shrink-0 grow flex-col justify-center py-4 wide:w-1/2">
          <Orbit look={view.look}>
            <h1 className="m-0 text-[1.625rem] leading-tight">{view.headline}</h1>
            <p className="m-0 text-small text-quiet">{view.line}</p>
            {view.address !== null && <p className="m-0 font-mono text-small select-text">{view.address}</p>}
          </Orbit>
        </section>
        <div className="flex flex-col gap-3 wide:w-1/2 wide:max-w-sm">
          <p className="m-0 border-t border-line pt-3.5 pb-1">{introTexts.explanation}</p>
          <Button wide autoFocus onClick={onSignIn}>
            {introTexts.signIn}
          </Button>
          <Button wide weight="secondary" onClick={onRegister}>
            {introTexts.createAccount}
          </Button>
          {held && (
            <button
              type="button"
              className="min-h-11 border-0 bg-transparent text-small text-quiet underline"
              onClick={letOut}
            >
              {introTexts.letOut}
            </button>
          )}
        </div>
      </main>
    </>
  );
}
