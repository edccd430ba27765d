import { redirect } from '@tanstack/react-router';
import { SWITCH_ACCOUNT } from '../../platform/addresses.ts';
import { isSignedIn } from '../../platform/session.ts';
import { askForChoice } from './choice.ts';
import { exchangeOneTimeToken } from './exchange.ts';
import { guard, type RouteRule } from './guard.ts';

const REDIRECT_KEY = 'comet:redirect';

export interface Arrival {
  readonly location: { readonly href: string };
  /** The router looks ahead, because a link is pointed at; nobody has gone anywhere yet. */
  readonly preload: boolean;
}

/** The route guard as the router wants it: passes, or throws a redirect. */
export function admit(rule: RouteRule): (arrival: Arrival) => Promise<void> | undefined {
  return ({ location, preload }) => {
    const verdict = guard(rule, {
      address: location.href,
      signedIn: isSignedIn(),
      storedRedirect: sessionStorage.getItem(REDIRECT_KEY),
    });
    switch (verdict.kind) {
      case 'enter':
        return;
      case 'exchange':
        return preload ? undefined : exchange(verdict);
      case 'go':
        if (!preload) keep(verdict.store);
        throw redirect({ href: verdict.to, replace: true });
    }
  };
}

/** Forgets where an earlier visit was stopped: it has been answered. */
export function forgetStoredRedirect(): void {
  keep(null);
}

/** Either way the address with the token in it is replaced, so that it stays in no history. */
async function exchange(verdict: { oneTimeToken: string; to: string; otherwise: string }): Promise<never> {
  const exchanged = await exchangeOneTimeToken(verdict.oneTimeToken);
  if (exchanged === 'failed') throw redirect({ href: verdict.otherwise, replace: true });
  if (exchanged === 'entered') throw redirect({ href: verdict.to, replace: true });
  askForChoice(exchanged, verdict.to);
  throw redirect({ href: SWITCH_ACCOUNT, replace: true });
}

function keep(address: string | null | undefined): void {
  if (typeof address === 'string') sessionStorage.setItem(REDIRECT_KEY, address);
  if (address === null) sessionStorage.removeItem(REDIRECT_KEY);
}
