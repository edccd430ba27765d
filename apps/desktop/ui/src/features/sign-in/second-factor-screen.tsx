import { say, secondFactorTexts, validationTexts } from '@comet/texts';
import { signInTexts } from '@comet/texts/desktop';
import { Button, DigitsField, LinkAction, TextField } from '@comet/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { FormFailure } from './password-screen.tsx';
import { type Step, stepAfterRefusal } from './steps.ts';

interface SecondFactorScreenProps {
  readonly failure: string | null;
  readonly onBack: () => void;
  readonly onRefused: (next: Step) => void;
}

const DIGITS = 6;

/** The second factor: six digits of the app, or a recovery code. */
export function SecondFactorScreen({ failure, onBack, onRefused }: SecondFactorScreenProps) {
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
    const done = await daemon.ask('login.second-factor', { code });
    setBusy(false);
    if (done.ok) return;
    // A code that was refused is not asked twice.
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
            boxLabel={(place, count) => say(secondFactorTexts.digit, { place, count })}
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
