import type { Arrival, Verdict } from '../../platform/router/index.ts';
import { isSignedIn, leaveEndedSession } from '../../platform/session.ts';
import { guard, type RouteRule } from './guard.ts';

const REDIRECT_KEY = 'comet:redirect';

/** The route guard as the router wants it. */
export function admit(rule: RouteRule): (arrival: Arrival) => Verdict | Promise<Verdict> {
  return ({ location, preload }) => {
    const verdict = guard(rule, {
      address: location.href,
      signedIn: isSignedIn(),
      storedRedirect: sessionStorage.getItem(REDIRECT_KEY),
    });
    switch (verdict.kind) {
      case 'enter':
        return undefined;
      case 'exchange':
        // Fetched on demand: hardly anybody comes with a token.
        return preload
          ? undefined
          : import('./exchange.ts').then(({ enterByToken }) => enterByToken(verdict));
      case 'go':
        if (!preload) {
          keep(verdict.store);
          leaveEndedSession();
        }
        return verdict.to;
    }
  };
}

/** Forgets where an earlier visit was stopped: it has been answered. */
export function forgetStoredRedirect(): void {
  keep(null);
}

function keep(address: string | null | undefined): void {
  if (typeof address === 'string') sessionStorage.setItem(REDIRECT_KEY, address);
  if (address === null) sessionStorage.removeItem(REDIRECT_KEY);
}
