import { useRouter } from '@tanstack/react-router';
import { keptData } from '../../platform/data/kept-data.ts';
import { startSession } from '../../platform/storage/session.ts';
import { forgetStoredRedirect } from './admit.ts';
import { afterSignIn } from './guard.ts';

/**
 * What follows a sign-in of any kind: the token is kept, whatever was known without it is asked anew, and the person goes on to
 * `redirect` as the address of this screen gave it, else to where an earlier visit was stopped, else home. Resolves when they
 * are there.
 */
export function useEnter(): (accessToken: string, redirect: string | undefined) => Promise<void> {
  const router = useRouter();
  return async (accessToken, redirect) => {
    startSession(accessToken);
    keptData()?.begin();
    const next = afterSignIn(redirect);
    if (redirect !== undefined) forgetStoredRedirect();
    await router.navigate({ href: next, replace: true });
  };
}
