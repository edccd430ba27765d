import { useRouter } from '@tanstack/react-router';
import { queryCacheAccess } from '../../platform/data/query-cache-access.ts';
import { startSession } from '../../platform/storage/session.ts';
import { clearStoredRedirect } from './guard-route.ts';
import { afterSignIn } from './guard.ts';

/**
 * Completes a sign-in of any kind: stores the token, resets all reads, and navigates to the screen's `redirect`, else to the stored
 * redirect, else home. Resolves after the navigation.
 */
export function useCompleteSignIn(): (accessToken: string, redirect: string | undefined) => Promise<void> {
  const router = useRouter();
  return async (accessToken, redirect) => {
    startSession(accessToken);
    queryCacheAccess()?.begin();
    const next = afterSignIn(redirect);
    if (redirect !== undefined) clearStoredRedirect();
    await router.navigate({ href: next, replace: true });
  };
}
