/** Returns whether a host is a loopback name: `localhost`, 127.0.0.0/8, `::1`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)(?::\d{1,5})?$/i.test(host);
}

/** Returns whether a web origin is on this machine, such as `http://localhost:4801`. */
export function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/(.+)$/.exec(origin);
  return match?.[1] !== undefined && isLoopbackHost(match[1]);
}

/** Origins that may frame the pages (CSP `frame-ancestors`, whose grammar has no IPv6 literals). */
export const LOOPBACK_ANCESTORS =
  'http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*';
