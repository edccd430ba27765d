const ANY_ORIGIN = 'https://dashboard.invalid';
const CONFIRM_OR_SIGN_IN = /^\/(login|register)(\/|$)/;

/**
 * The path that a `redirect` query leads to, if it stays on our own origin and does not lead back to signing in; else
 * null. The result begins with exactly one slash.
 */
export function safeRedirect(wanted: string | null | undefined): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return null;
  const resolved = URL.parse(wanted, ANY_ORIGIN);
  if (resolved?.origin !== ANY_ORIGIN || resolved.pathname.startsWith('//')) return null;
  if (CONFIRM_OR_SIGN_IN.test(resolved.pathname)) return null;
  return resolved.pathname + resolved.search + resolved.hash;
}
