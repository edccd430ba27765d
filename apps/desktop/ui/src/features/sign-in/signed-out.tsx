import type { Snapshot } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDashboard } from '../dashboard/index.ts';
import { BrowserScreen } from './browser-screen.tsx';
import { PasswordScreen } from './password-screen.tsx';
import { SecondFactorScreen } from './second-factor-screen.tsx';
import { type Doorway, type Step, stepBefore } from './steps.ts';
import { providerNames, say, socialButtonsTexts } from '@comet/texts';
import { signInTexts, introTexts, shellTexts } from '@comet/texts/desktop';
import { Button, LinkAction, Logo } from '@comet/ui';
import { ScreenFrame } from '../navigation/index.ts';
import { useNow } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { homeClock, homeView, Orbit } from '../home/index.ts';

interface WaysScreenProps {
  readonly onBack: () => void;
  readonly onPassword: () => void;
  readonly onBrowser: (doorway: Doorway) => void;
}

const providers = ['google', 'apple', 'facebook'] as const;

/** The ways to sign in. Providers are asked in the system's browser: the app never sees their pages. */
function WaysScreen({ onBack, onPassword, onBrowser }: WaysScreenProps) {
  return (
    <ScreenFrame title={signInTexts.title} onBack={onBack}>
      <div className="flex max-w-md flex-col gap-3">
        <Button wide onClick={onPassword}>
          {signInTexts.byPassword}
        </Button>
        <Button wide weight="secondary" onClick={() => onBrowser('code')}>
          {signInTexts.byCode}
        </Button>
        <p className="m-0 text-small text-quiet">{signInTexts.byCodeHint}</p>
      </div>
      <section aria-label={signInTexts.social} className="flex max-w-md flex-col gap-1">
        <h2 className="m-0 text-small font-medium text-quiet">{signInTexts.social}</h2>
        <ul className="m-0 list-none border-t border-line p-0">
          {providers.map((provider) => (
            <li key={provider} className="border-b border-line py-3">
              <LinkAction onClick={() => onBrowser(`social-${provider}`)}>
                {say(socialButtonsTexts.continueWith, { provider: providerNames[provider] })}
              </LinkAction>
            </li>
          ))}
        </ul>
      </section>
      <p className="m-0 flex flex-wrap gap-x-3">
        <span className="text-quiet">{signInTexts.newHere}</span>
        <LinkAction onClick={() => onBrowser('register')}>{signInTexts.createAccount}</LinkAction>
      </p>
    </ScreenFrame>
  );
}

interface SignedOutProps {
  readonly snapshot: Snapshot;
  /** A link asks to sign in; `onWanted` once the person has gone on from there. */
  readonly wanted: boolean;
  readonly onWanted: () => void;
}

/** The window while nobody is signed in. A sign-in that succeeds ends it: the snapshot has an account then. */
export function SignedOut({ snapshot, wanted, onWanted }: SignedOutProps) {
  const [chosen, setChosen] = useState<Step>({ kind: 'intro' });
  const step: Step = wanted && chosen.kind === 'intro' ? { kind: 'ways' } : chosen;
  const setStep = (next: Step) => {
    setChosen(next);
    onWanted();
  };
  const [email, setEmail] = useState('');
  const dashboard = useDashboard();
  const back = () => setStep(stepBefore(step));
  const browser = (doorway: Doorway) => setStep({ kind: 'browser', doorway });
  switch (step.kind) {
    case 'intro':
      return (
        <IntroScreen
          snapshot={snapshot}
          onSignIn={() => setStep({ kind: 'ways' })}
          onRegister={() => browser('register')}
        />
      );
    case 'ways':
      return (
        <WaysScreen
          onBack={back}
          onPassword={() => setStep({ kind: 'password', failure: null })}
          onBrowser={browser}
        />
      );
    case 'password':
      return (
        <PasswordScreen
          email={email}
          onEmail={setEmail}
          onForgotten={() => dashboard.open('reset-password')}
          unopened={dashboard.failure}
          failure={step.failure}
          onBack={back}
          onRefused={setStep}
        />
      );
    case 'second-factor':
      return <SecondFactorScreen failure={step.failure} onBack={back} onRefused={setStep} />;
    case 'browser':
      return <BrowserScreen doorway={step.doorway} onBack={back} />;
  }
}

interface IntroScreenProps {
  readonly snapshot: Snapshot;
  readonly onSignIn: () => void;
  readonly onRegister: () => void;
}

/** The first screen: what is true of this computer now, and the way to change it. */
function IntroScreen({ snapshot, onSignIn, onRegister }: IntroScreenProps) {
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
