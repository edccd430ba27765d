import { SWITCH_ACCOUNT } from '../../platform/addresses.ts';
import type { Arrival, Verdict } from '../../platform/router/index.ts';
import { isSignedIn } from '../../platform/session.ts';
import { askForChoice } from './choice.ts';
import { exchangeOneTimeToken } from './exchange.ts';
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
        return preload ? undefined : exchange(verdict);
      case 'go':
        if (!preload) keep(verdict.store);
        return verdict.to;
    }
  };
}

/** Forgets where an earlier visit was stopped: it has been answered. */
export function forgetStoredRedirect(): void {
  keep(null);
}

/** Either way the address with the token in it is replaced, so that it stays in no history. */
async function exchange(verdict: { oneTimeToken: string; to: string; otherwise: string }): Promise<string> {
  const exchanged = await exchangeOneTimeToken(verdict.oneTimeToken);
  if (exchanged === 'failed') return verdict.otherwise;
  if (exchanged === 'entered') return verdict.to;
  askForChoice(exchanged, verdict.to);
  return SWITCH_ACCOUNT;
}

function keep(address: string | null | undefined): void {
  if (typeof address === 'string') sessionStorage.setItem(REDIRECT_KEY, address);
  if (address === null) sessionStorage.removeItem(REDIRECT_KEY);
}
