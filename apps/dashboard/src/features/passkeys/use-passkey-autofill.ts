import { useEffect, useEffectEvent } from 'react';
import { ceremony, choosePasskey, signInWith } from './sign-in.ts';

/** Shorter than a challenge lives, so that what is chosen from the list is never late. */
const RENEW_MS = 4 * 60 * 1000;

/**
 * Offers passkeys in the browser's own list under the email field while `on`, and gives the token of the one that is chosen. Nobody was
 * asked, so only what becomes of a choice is told.
 */
export function usePasskeyAutofill(
  on: boolean,
  onToken: (accessToken: string) => Promise<void>,
  onFailure: (failure: unknown) => void,
): void {
  const letIn = useEffectEvent(onToken);
  const tell = useEffectEvent(onFailure);
  useEffect(() => {
    if (!on) return undefined;
    const left = new AbortController();
    const offer = async (): Promise<void> => {
      const chosen = await choosePasskey(left.signal).catch(() => null);
      if (chosen === null || left.signal.aborted) return;
      try {
        await letIn(await signInWith(chosen));
      } catch (failure) {
        tell(failure);
        await offer();
      }
    };
    let renewal: ReturnType<typeof setInterval> | undefined;
    const begin = async () => {
      const { knowsAutofill } = await ceremony();
      if (!(await knowsAutofill()) || left.signal.aborted) return;
      void offer();
      renewal = setInterval(() => void offer(), RENEW_MS);
    };
    void begin();
    return () => {
      left.abort();
      clearInterval(renewal);
      void ceremony().then(({ leaveCeremony }) => leaveCeremony());
    };
  }, [on]);
}
