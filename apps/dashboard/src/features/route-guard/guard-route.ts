import { redirect } from '@tanstack/react-router';
import { isSignedIn, leaveEndedSession } from '../../platform/storage/session.ts';
import { guard, type RouteRule } from './guard.ts';

const REDIRECT_KEY = 'comet:redirect';

export interface Navigation {
  /** Path, query and hash. */
  readonly location: { readonly href: string };
  /** True while the router preloads a link under the pointer; no navigation has begun. */
  readonly preload: boolean;
}

/** The route guard as a `beforeLoad` hook: returns, or throws a redirect. While a page is being unloaded, the promise never settles. */
export function guardRoute(rule: RouteRule): (navigation: Navigation) => Promise<void> | undefined {
  return ({ location, preload }) => {
    const verdict = guard(rule, {
      address: location.href,
      signedIn: isSignedIn(),
      storedRedirect: sessionStorage.getItem(REDIRECT_KEY),
    });
    switch (verdict.kind) {
      case 'allow':
        return undefined;
      case 'exchange':
        // Loaded on demand: few visits carry a token.
        return preload
          ? undefined
          : import('./one-time-token.ts')
              .then(({ signInByToken }) => signInByToken(verdict))
              .then((href) => {
                throw redirect({ href, replace: true });
              });
      case 'redirect':
        if (!preload) {
          keep(verdict.store);
          leaveEndedSession();
        }
        throw redirect({ href: verdict.to, replace: true });
    }
  };
}

/** Clears the stored redirect of an earlier visit, which has been followed. */
export function clearStoredRedirect(): void {
  keep(null);
}

function keep(address: string | null | undefined): void {
  if (typeof address === 'string') sessionStorage.setItem(REDIRECT_KEY, address);
  if (address === null) sessionStorage.removeItem(REDIRECT_KEY);
}
