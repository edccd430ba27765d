import { usePasskeyTexts } from '@comet/texts';
import { useState, useEffect, useEffectEvent } from 'react';
import { useTask } from '../../platform/data/use-task.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { ApiError, api, call } from '../../platform/data/api.ts';
import type { Assertion } from './ceremony.ts';

/** A passkey that was chosen, and its account. */
interface ChosenPasskey {
  readonly rpId: string;
  readonly credential: Assertion;
}

/** Loaded when a passkey is first offered or requested, after the login is rendered. */
const ceremony = () => import('./ceremony.ts');

/** Resolves with the passkey that the user selects. `offered` as for `usePasskey`. */
async function choosePasskey(offered?: AbortSignal): Promise<ChosenPasskey> {
  const { options } = await call(api.beginPasskeySignIn, {});
  const { usePasskey } = await ceremony();
  return { rpId: options.rpId, credential: await usePasskey(options, offered) };
}

/**
 * Signs in with it and returns the access token. A passkey that the API rejects as unknown is reported to the
 * browser, so that it is not offered again.
 */
async function signInWith({ rpId, credential }: ChosenPasskey): Promise<string> {
  try {
    return (await call(api.signInWithPasskey, { body: { credential } })).accessToken;
  } catch (error) {
    if (error instanceof ApiError && error.is('passkey_unknown'))
      await (await ceremony()).signalUnknownPasskey(rpId, credential.credentialId);
    throw error;
  }
}

/**
 * Interval in ms after which the offer is renewed: shorter than the lifetime of a challenge, so that a
 * selected passkey is never rejected as late.
 */
const RENEW_MS = 4 * 60 * 1000;

/**
 * Offers passkeys in the browser's own list under the email field while `on`, and calls back with the token of the chosen one. Only
 * failures after a choice are shown.
 */
function usePasskeyAutofill(
  on: boolean,
  onToken: (accessToken: string) => Promise<void>,
  onFailure: (failure: unknown) => void,
): void {
  const reportToken = useEffectEvent(onToken);
  const tell = useEffectEvent(onFailure);
  useEffect(() => {
    if (!on) return undefined;
    const left = new AbortController();
    const offer = async (): Promise<void> => {
      const chosen = await choosePasskey(left.signal).catch(() => null);
      if (chosen === null || left.signal.aborted) return;
      try {
        await reportToken(await signInWith(chosen));
      } catch (failure) {
        tell(failure);
        await offer();
      }
    };
    let renewal: ReturnType<typeof setInterval> | undefined;
    const begin = async () => {
      const { supportsAutofill } = await ceremony();
      if (!(await supportsAutofill()) || left.signal.aborted) return;
      void offer();
      renewal = setInterval(() => void offer(), RENEW_MS);
    };
    void begin();
    return () => {
      left.abort();
      clearInterval(renewal);
      void ceremony().then(({ abortCeremony }) => abortCeremony());
    };
  }, [on]);
}

interface PasskeySignInProps {
  /** Resolves after the sign-in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** Sign-in by passkey: a button, and autofill at the field that has `autoComplete="username webauthn"`. */
export function PasskeySignIn({ onToken }: PasskeySignInProps) {
  const [offered, setOffered] = useState<unknown>(null);
  const [isIn, setIn] = useState(false);
  const chosen = useTask(async () => {
    setOffered(null);
    await onToken(await signInWith(await choosePasskey()));
    setIn(true);
  });
  // No offer while the button's prompt is open.
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
