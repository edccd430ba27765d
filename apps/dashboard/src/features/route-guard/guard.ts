import { HOME, LOG_IN, REGISTER, signInAddress } from '../../platform/navigation/paths.ts';

const ANY_ORIGIN = 'https://dashboard.invalid';

const SIGN_IN = /^\/(login|register)(\/|$)/i;

/** Backslashes, which browsers treat as slashes, and control characters, which they drop silently. */
// oxlint-disable-next-line no-control-regex -- those are exactly the characters meant
const MISLEADING = /[\\\u0000-\u001f\u007f]/;

/**
 * Returns the path of a `redirect` query if it stays on this origin and is not a sign-in page; else null. The result begins with
 * exactly one slash, however often its path is decoded.
 */
export function safeRedirect(wanted: string | null | undefined): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || MISLEADING.test(wanted)) return null;
  const resolved = URL.parse(wanted, ANY_ORIGIN);
  if (resolved?.origin !== ANY_ORIGIN || !staysHere(resolved.pathname)) return null;
  return resolved.pathname + resolved.search + resolved.hash;
}

function staysHere(path: string): boolean {
  if (path.startsWith('//') || MISLEADING.test(path) || SIGN_IN.test(path)) return false;
  const decoded = decode(path);
  return decoded !== null && (decoded === path || staysHere(decoded));
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** The access rule of a route, declared next to the route. */
export type RouteRule =
  /** The root path. */
  | { readonly kind: 'root' }
  /** A path without a route: redirects a visitor to the registration, a user to home. */
  | { readonly kind: 'unknown' }
  /** Visitors only: a signed-in user is redirected home, or with `leadsOn` to the target of the sign-in. */
  | { readonly kind: 'visitors'; readonly leadsOn?: true }
  /** Confirmations and callbacks: no redirect. */
  | { readonly kind: 'everyone' }
  /** Needs an account; `fallback` is the redirect of a visitor. */
  | {
      readonly kind: 'users';
      readonly fallback: 'login' | 'register';
      readonly acceptsOneTimeToken?: true;
    };

export interface Visit {
  /** Path, query and hash. */
  readonly address: string;
  readonly signedIn: boolean;
  /** The path of an earlier visit that was redirected to the login, or null. */
  readonly storedRedirect: string | null;
}

export type Verdict =
  | { readonly kind: 'allow' }
  /**
   * `store`: a path to store for after the login, `null` to clear the stored one; absent to leave it
   * unchanged.
   */
  | { readonly kind: 'redirect'; readonly to: string; readonly store?: string | null }
  /** The token is exchanged for an access token; then the same address is opened without it. */
  | {
      readonly kind: 'exchange';
      readonly oneTimeToken: string;
      readonly to: string;
      /** Target for a visitor whose token is refused: the registration with a redirect. */
      readonly otherwise: string;
    };

const ONE_TIME_TOKEN = 'cometToken';
const ALLOW: Verdict = { kind: 'allow' };

/** Applies the access rules of the product: returns whether a visit is allowed, or its redirect. */
export function guard(rule: RouteRule, visit: Visit): Verdict {
  switch (rule.kind) {
    case 'everyone':
      return ALLOW;
    case 'visitors':
      return visit.signedIn
        ? { kind: 'redirect', to: pastSignIn(visit.address, rule.leadsOn === true) }
        : ALLOW;
    case 'unknown':
      return { kind: 'redirect', to: visit.signedIn ? HOME + queryOf(visit.address) : REGISTER };
    case 'root': {
      if (!visit.signedIn) return { kind: 'redirect', to: LOG_IN };
      return { kind: 'redirect', to: safeRedirect(visit.storedRedirect) ?? HOME, store: null };
    }
    case 'users': {
      const oneTimeToken = new URLSearchParams(queryOf(visit.address)).get(ONE_TIME_TOKEN);
      if (rule.acceptsOneTimeToken && oneTimeToken !== null) {
        const to = withoutToken(visit.address);
        return { kind: 'exchange', oneTimeToken, to, otherwise: signInAddress(REGISTER, to, 'failed') };
      }
      if (visit.signedIn) return ALLOW;
      const screen = rule.fallback === 'login' ? LOG_IN : REGISTER;
      return { kind: 'redirect', to: signInAddress(screen, visit.address), store: visit.address };
    }
  }
}

/** For a route that the app opens and that continues to a provider's page: a signed-in user continues at once. */
function pastSignIn(address: string, leadsOn: boolean): string {
  const query = queryOf(address);
  const next = leadsOn ? safeRedirect(new URLSearchParams(query).get('redirect')) : null;
  return next ?? HOME + query;
}

/** Address after a sign-in: the requested one, or the root, which redirects to the stored one. */
export function afterSignIn(redirect: string | undefined): string {
  return safeRedirect(redirect) ?? '/';
}

function withoutToken(address: string): string {
  const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  const query = new URLSearchParams(queryOf(address));
  query.delete(ONE_TIME_TOKEN);
  return query.size > 0 ? `${path}?${query}${hash}` : path + hash;
}

function queryOf(address: string): string {
  const start = address.indexOf('?');
  return start < 0 ? '' : (address.slice(start).split('#')[0] ?? '');
}
