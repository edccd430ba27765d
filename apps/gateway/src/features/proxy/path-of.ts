/**
 * Path and query of a target in absolute form as they were written, which nobody on the way may change (RFC 9110 §7.7); `*` for a server as a
 * whole (RFC 9112 §3.2.4). Null for another form.
 */
export function pathOf(method: string, target: string): string | null {
  const written = /^http:\/\/[^/?#\\]+([^#]*)/i.exec(target)?.[1];
  if (written === undefined) return null;
  if (written === '') return method === 'OPTIONS' ? '*' : '/';
  return written.startsWith('/') ? written : `/${written}`;
}
