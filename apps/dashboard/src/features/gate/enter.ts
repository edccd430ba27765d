import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '../../platform/router/index.ts';
import { startSession } from '../../platform/session.ts';
import { forgetStoredRedirect } from './admit.ts';
import { afterSignIn } from './guard.ts';

/**
 * What follows a sign-in of any kind: the token is kept, whatever was known without it is asked anew, and the person goes on to
 * `redirect` as the address of this screen gave it, else to where an earlier visit was stopped, else home. Resolves when they
 * are there.
 */
export function useEnter(): (accessToken: string, redirect: string | undefined) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (accessToken, redirect) => {
    startSession(accessToken);
    void queryClient.resetQueries();
    const next = afterSignIn(redirect);
    if (redirect !== undefined) forgetStoredRedirect();
    await router.go(next, { replace: true });
  };
}
