import { HOME, LOG_IN, logInAddress, REGISTER } from '../../platform/addresses.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Who may see a route, declared beside the route. */
export type RouteRule =
  /** Where one lands without a path. */
  | { readonly kind: 'root' }
  /** For visitors: someone signed in has no business there. */
  | { readonly kind: 'visitors' }
  /** Confirmations and callbacks: nobody is sent elsewhere. */
  | { readonly kind: 'everyone' }
  /** Needs an account; the fallback says where a visitor is sent. */
  | {
      readonly kind: 'users';
      readonly fallback: 'login' | 'register';
      readonly acceptsOneTimeToken?: true;
    };

export interface Visit {
  /** Path, query and hash as asked for. */
  readonly address: string;
  readonly signedIn: boolean;
  /** Where an earlier visit was stopped, if anywhere. */
  readonly storedRedirect: string | null;
}

export type Verdict =
  | { readonly kind: 'enter' }
  /** `store` is to be kept for after the login, `null` to be forgotten; absent: leave what is stored. */
  | { readonly kind: 'go'; readonly to: string; readonly store?: string | null }
  /** The token is to be exchanged for an access token; on failure the visitor goes to `REGISTER`. */
  | { readonly kind: 'exchange'; readonly oneTimeToken: string };

const ENTER: Verdict = { kind: 'enter' };

/** Product rule by rule: may this visit enter, and if not, where does it go? */
export function guard(rule: RouteRule, visit: Visit): Verdict {
  switch (rule.kind) {
    case 'everyone':
      return ENTER;
    case 'visitors':
      return visit.signedIn ? { kind: 'go', to: HOME + queryOf(visit.address) } : ENTER;
    case 'root': {
      if (!visit.signedIn) return { kind: 'go', to: LOG_IN };
      return { kind: 'go', to: safeRedirect(visit.storedRedirect) ?? HOME, store: null };
    }
    case 'users': {
      const oneTimeToken = new URLSearchParams(queryOf(visit.address)).get('cometToken');
      if (rule.acceptsOneTimeToken && oneTimeToken) return { kind: 'exchange', oneTimeToken };
      if (visit.signedIn) return ENTER;
      return { kind: 'go', to: fallbackAddress(rule.fallback, visit.address), store: visit.address };
    }
  }
}

/** Where to go once signed in: the address that was asked for, or the root, which knows what was stored. */
export function afterSignIn(redirect: string | undefined): string {
  return safeRedirect(redirect) ?? '/';
}

function fallbackAddress(fallback: 'login' | 'register', address: string): string {
  return fallback === 'login'
    ? logInAddress(address, false)
    : `${REGISTER}?${new URLSearchParams({ redirect: address })}`;
}

function queryOf(address: string): string {
  const start = address.indexOf('?');
  return start < 0 ? '' : (address.slice(start).split('#')[0] ?? '');
}
