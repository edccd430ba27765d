import {
  providerNames,
  formatText,
  socialButtonsTexts,
  secondFactorTexts,
  validationTexts,
} from '@comet/texts';
import { signInTexts, introTexts, shellTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, LinkAction, Logo, DigitsField, TextField } from '@comet/ui';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useNow } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useDashboard } from '../dashboard/index.ts';
import { homeClock, homeView, Orbit } from '../home/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { BrowserScreen } from './browser-screen.tsx';
import { PasswordScreen, FormFailure } from './password-screen.tsx';
import { type SignInEntry, type Step, stepBefore, stepAfterRefusal } from './steps.ts';

interface SecondFactorScreenProps {
  readonly failure: string | null;
  readonly onBack: () => void;
  readonly onRefused: (next: Step) => void;
}

const DIGITS = 6;

/** The second factor: six digits of the app, or a recovery code. */
function SecondFactorScreen({ failure, onBack, onRefused }: SecondFactorScreenProps) {
  const daemon = useDaemon();
  const [recovery, setRecovery] = useState(false);
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<{ focus(): void } | null>(null);
  const code = typed.trim();
  const complete = recovery ? code !== '' : /^\d{6}$/.test(code);
  const missing = checked && !complete ? validationTexts.required : undefined;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (!complete) field.current?.focus();
    if (busy || !complete) return;
    setBusy(true);
    const done = await daemon.send('login.second-factor', { code });
    setBusy(false);
    if (done.ok) return;
    // A rejected code is cleared.
    setTyped('');
    setChecked(false);
    field.current?.focus();
    onRefused(stepAfterRefusal('second-factor', done.error));
  }

  function change(toRecovery: boolean): void {
    setRecovery(toRecovery);
    setTyped('');
    setChecked(false);
  }

  return (
    <ScreenFrame title={recovery ? signInTexts.recoveryTitle : signInTexts.factorTitle} onBack={onBack}>
      <p className="m-0 text-quiet">
        {recovery ? signInTexts.recoveryExplanation : signInTexts.factorExplanation}
      </p>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-md flex-col gap-2">
        {recovery ? (
          <TextField
            mono
            label={secondFactorTexts.recoveryCode}
            autoFocus
            autoComplete="off"
            ref={(input) => void (field.current = input)}
            value={typed}
            maxLength={60}
            error={missing}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : (
          <DigitsField
            label={secondFactorTexts.code}
            boxLabel={(place, count) => formatText(secondFactorTexts.digit, { place, count })}
            autoFocus
            ref={(boxes) => void (field.current = boxes)}
            count={DIGITS}
            value={typed}
            error={missing}
            onChange={setTyped}
          />
        )}
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" wide busy={busy}>
          {signInTexts.continue}
        </Button>
      </form>
      <p className="m-0">
        <LinkAction onClick={() => change(!recovery)}>
          {recovery ? secondFactorTexts.useCode : secondFactorTexts.useRecoveryCode}
        </LinkAction>
      </p>
    </ScreenFrame>
  );
}

interface MethodsScreenProps {
  readonly onBack: () => void;
  readonly onPassword: () => void;
  readonly onBrowser: (doorway: SignInEntry) => void;
}

const providers = ['google', 'apple', 'facebook'] as const;

/** The sign-in methods. Providers open in the system's browser; the app never loads their pages. */
function MethodsScreen({ onBack, onPassword, onBrowser }: MethodsScreenProps) {
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
                {formatText(socialButtonsTexts.continueWith, { provider: providerNames[provider] })}
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

interface IntroActions {
  readonly onSignIn: () => void;
  readonly onRegister: () => void;
}

interface SignInFlowProps {
  readonly snapshot: Snapshot;
  /** Shown before the sign-in begins, instead of the intro. */
  readonly intro: ((actions: IntroActions) => ReactNode) | null;
  /** Whether a link requests the sign-in; `onWanted` is called once the user has continued. */
  readonly wanted: boolean;
  readonly onWanted: () => void;
}

/**
 * The window without an account. It is replaced after a successful sign-in, when the snapshot has an account.
 */
export function SignInFlow({ snapshot, intro, wanted, onWanted }: SignInFlowProps) {
  const [chosen, setChosen] = useState<Step>({ kind: 'intro' });
  const step: Step = wanted && chosen.kind === 'intro' ? { kind: 'ways' } : chosen;
  const setStep = (next: Step) => {
    setChosen(next);
    onWanted();
  };
  const [email, setEmail] = useState('');
  const dashboard = useDashboard();
  const back = () => setStep(stepBefore(step));
  const browser = (doorway: SignInEntry) => setStep({ kind: 'browser', doorway });
  switch (step.kind) {
    case 'intro': {
      const actions = { onSignIn: () => setStep({ kind: 'ways' }), onRegister: () => browser('register') };
      return intro === null ? <IntroScreen snapshot={snapshot} {...actions} /> : intro(actions);
    }
    case 'ways':
      return (
        <MethodsScreen
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

interface IntroScreenProps extends IntroActions {
  readonly snapshot: Snapshot;
}

/** The first screen: state of the traffic, sign-in and registration. */
function IntroScreen({ snapshot, onSignIn, onRegister }: IntroScreenProps) {
  const daemon = useDaemon();
  const view = homeView(snapshot, useNow(homeClock(snapshot)));
  const held = snapshot.tunnel.state === 'error' && snapshot.tunnel.blocking;
  // Lockdown continues after a disconnect: turning it off unblocks traffic.
  const letOut = () =>
    void (snapshot.settings.lockdown
      ? daemon.send('lockdown.set', { on: false })
      : daemon.send('disconnect', {}));
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
