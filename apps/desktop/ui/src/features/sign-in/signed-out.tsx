import type { Snapshot } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDashboard } from '../dashboard/index.ts';
import { BrowserScreen } from './browser-screen.tsx';
import { IntroScreen } from './intro-screen.tsx';
import { PasswordScreen } from './password-screen.tsx';
import { SecondFactorScreen } from './second-factor-screen.tsx';
import { type Doorway, type Step, stepBefore } from './steps.ts';
import { WaysScreen } from './ways-screen.tsx';

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
