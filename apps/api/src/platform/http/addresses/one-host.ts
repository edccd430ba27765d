import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request has exactly one `Host` (RFC 9112 §3.2). Of several, Node keeps the first, and a proxy may have routed by
 * another.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let position = 0; position < rawHeaders.length; position += 2) {
    if (rawHeaders[position]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}
