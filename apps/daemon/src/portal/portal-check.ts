import type { IncomingHttpHeaders } from 'node:http';
import { httpClient } from '../platform/admission/pinned-fetch.ts';

/**
 * `open`: the request reached our server. `portal`: the network answered in its place; `page` is the address of its sign-in page.
 * `no_response`: neither.
 */
export type PortalFinding =
  | { readonly kind: 'open' }
  | { readonly kind: 'portal'; readonly page: string }
  | { readonly kind: 'no_response' };

/** Maximum time in ms for the connection and the header of the answer. */
const timeout = 3_000;
const maxHeaderSize = 8_192;
const maxPageLength = 2_000;
/** With this header our server answers `204`; see `caddyfile.ts`. */
const expectedHeader = 'comet-network';

/**
 * Sends one request without encryption to a server of ours, at one of `addresses`. Reads only status and header of the answer, and follows
 * no redirect: it may be forged. Never rejects.
 */
export async function checkForPortal(
  url: URL,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<PortalFinding> {
  for (const address of addresses.slice(0, 2)) {
    const found = await checkAt(address, url, signal);
    if (found.kind !== 'no_response') return found;
  }
  return { kind: 'no_response' };
}

function checkAt(address: string, url: URL, signal: AbortSignal): Promise<PortalFinding> {
  return new Promise((resolve) => {
    const call = httpClient('http:').get(
      {
        host: address,
        port: url.port === '' ? 80 : Number(url.port),
        path: url.pathname,
        headers: { host: url.host },
        agent: false,
        maxHeaderSize,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      },
      ({ statusCode = 0, headers, socket }) => {
        socket.destroy();
        resolve(findingOf(statusCode, headers, url));
      },
    );
    call.on('error', () => resolve({ kind: 'no_response' }));
  });
}

/** Returns what an answer to the request for `url` means. */
export function findingOf(status: number, headers: Readonly<IncomingHttpHeaders>, url: URL): PortalFinding {
  if (status === 204 && headers[expectedHeader] === 'open') return { kind: 'open' };
  const page = headers.location === undefined ? null : pageOf(headers.location, url);
  // The network answers a request for our page with its own.
  return { kind: 'portal', page: page ?? url.href };
}

/** Returns the address of a page as a browser may open it; null if it is not an ordinary one of another host. */
function pageOf(location: string, base: URL): string | null {
  if (location.length > maxPageLength || !/^[\w\-.~:/?#[\]@!$&()*+,;=%]+$/.test(location)) return null;
  const url = URL.parse(location, base.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '' || isThisMachine(url.hostname)) return null;
  return url.href;
}

/** A page of this machine is none of the network's. */
function isThisMachine(hostname: string): boolean {
  return /^(localhost\.?|.*\.localhost\.?|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/.test(
    hostname,
  );
}
