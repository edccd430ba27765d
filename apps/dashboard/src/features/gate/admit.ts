import { redirect } from '@tanstack/react-router';
import { REGISTER } from '../../platform/addresses.ts';
import { isSignedIn } from '../../platform/session.ts';
import { guard, type RouteRule } from './guard.ts';

const REDIRECT_KEY = 'comet:redirect';

/** The route guard as the router wants it: passes, or throws a redirect. */
export function admit(rule: RouteRule): (context: { location: { href: string } }) => void {
  return ({ location }) => {
    const verdict = guard(rule, {
      address: location.href,
      signedIn: isSignedIn(),
      storedRedirect: sessionStorage.getItem(REDIRECT_KEY),
    });
    switch (verdict.kind) {
      case 'enter':
        return;
      case 'exchange':
        // The API issues no one-time tokens yet, so none can be good: a failed exchange leads to the registration.
        throw redirect({ href: REGISTER, replace: true });
      case 'go':
        if (typeof verdict.store === 'string') sessionStorage.setItem(REDIRECT_KEY, verdict.store);
        if (verdict.store === null) sessionStorage.removeItem(REDIRECT_KEY);
        throw redirect({ href: verdict.to, replace: true });
    }
  };
}

/** Forgets where an earlier visit was stopped: it has been answered. */
export function forgetStoredRedirect(): void {
  sessionStorage.removeItem(REDIRECT_KEY);
}
