import { validationTexts } from '@comet/texts';
import { signInTexts } from '@comet/texts/desktop';
import { Button, LinkAction, TextField } from '@comet/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { type Step, stepAfterRefusal } from './steps.ts';

interface PasswordScreenProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly failure: string | null;
  readonly onBack: () => void;
  readonly onRefused: (next: Step) => void;
  /** Opens the password reset in the browser. */
  readonly onForgotten: () => void;
  /** Why that page could not be opened. */
  readonly unopened: string | null;
}

/** Signs in by email and password. The password is sent to the daemon and not stored. */
export function PasswordScreen(props: PasswordScreenProps) {
  const { email, onEmail, failure, onBack, onRefused, onForgotten, unopened } = props;
  const daemon = useDaemon();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const required = (value: string) => (checked && value === '' ? validationTexts.required : undefined);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    const address = email.trim();
    if (address === '') emailField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    if (busy || address === '' || password === '') return;
    setBusy(true);
    const done = await daemon.send('login.email', { email: address, password });
    setBusy(false);
    if (done.ok) return;
    passwordField.current?.select();
    onRefused(stepAfterRefusal('password', done.error));
  }

  return (
    <ScreenFrame title={signInTexts.passwordTitle} onBack={onBack}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-md flex-col gap-2">
        <TextField
          ref={emailField}
          label={signInTexts.email}
          type="email"
          autoComplete="username"
          value={email}
          maxLength={254}
          error={required(email.trim())}
          onChange={(event) => onEmail(event.target.value)}
        />
        <TextField
          ref={passwordField}
          label={signInTexts.password}
          type="password"
          autoComplete="current-password"
          value={password}
          maxLength={256}
          error={required(password)}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormFailure>{failure ?? unopened}</FormFailure>
        <Button type="submit" wide busy={busy}>
          {signInTexts.submit}
        </Button>
      </form>
      <p className="m-0">
        <LinkAction onClick={onForgotten}>{signInTexts.forgotten}</LinkAction>
      </p>
    </ScreenFrame>
  );
}

/** The error of a form, announced to screen readers; null for none. */
export function FormFailure({ children }: { readonly children: string | null }) {
  return (
    <div role="alert">
      {children !== null && <p className="m-0 pb-3 text-small text-danger">{children}</p>}
    </div>
  );
}
