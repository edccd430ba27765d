/** Headers that are between two neighbours only (RFC 9110 §7.6.1), and what is for the proxy alone. */
const ownWay = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers that go on to the other side, in their order and spelling: name, value, name, value. `host` replaces that of a request
 * (RFC 9112 §3.2.2). Nothing is added that would tell of a proxy.
 */
export function forwardedHeaders(raw: readonly string[], host: string | null): string[] {
  const named = new Set<string>();
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === 'connection')
      for (const name of (raw[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  // Whoever names it would leave a body without an end, and what is in it would be heard as the next request.
  named.delete('content-length');
  const kept = host === null ? [] : ['Host', host];
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (ownWay.has(name) || named.has(name) || (host !== null && name === 'host')) continue;
    kept.push(raw[at] ?? '', raw[at + 1] ?? '');
  }
  return kept;
}
