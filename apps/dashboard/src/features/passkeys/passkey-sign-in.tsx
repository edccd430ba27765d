import { usePasskeyTexts } from '@comet/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
  const chosen = useMutation({
    mutationFn: async () => onToken(await signInWith(await choosePasskey())),
    onMutate: () => setOffered(null),
  });
  // While the button's own question is open there is no second one.
  usePasskeyAutofill(!chosen.isPending && !chosen.isSuccess, onToken, setOffered);
  return (
    <PasskeyButton
      label={usePasskeyTexts.signIn}
      busy={chosen.isPending}
      failure={chosen.error ?? offered}
      onPress={() => chosen.mutate()}
    />
  );
}
