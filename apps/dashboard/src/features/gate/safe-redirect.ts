const ANY_ORIGIN = 'https://dashboard.invalid';
const SIGN_IN = /^\/(login|register)(\/|$)/i;
/** Backslashes, which browsers take for slashes, and characters that they drop without a word. */
// oxlint-disable-next-line no-control-regex -- those are exactly the characters meant
const MISLEADING = /[\\\u0000-\u001f\u007f]/;

/**
 * The path that a `redirect` query leads to, if it stays on our own origin and does not lead back to signing in; else null. The result
 * begins with exactly one slash, however often its path is decoded on the way.
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
