import { usePasskeyTexts } from '@comet/texts';
import { useState } from 'react';
import { useTask } from '../../platform/use-task.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { choosePasskey, signInWith } from './sign-in.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

interface PasskeySignInProps {
  /** Resolves when the person has been let in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** The way in without a password: a button, and passkeys offered under the field that has `autoComplete="username webauthn"`. */
export function PasskeySignIn({ onToken }: PasskeySignInProps) {
  const [offered, setOffered] = useState<unknown>(null);
  const [isIn, setIn] = useState(false);
  const chosen = useTask(async () => {
    setOffered(null);
    await onToken(await signInWith(await choosePasskey()));
    setIn(true);
  });
  // While the button's own question is open there is no second one.
  usePasskeyAutofill(!chosen.busy && !isIn, onToken, setOffered);
  return (
    <PasskeyButton
      label={usePasskeyTexts.signIn}
      busy={chosen.busy}
      failure={chosen.failure ?? offered}
      onPress={chosen.run}
    />
  );
}
