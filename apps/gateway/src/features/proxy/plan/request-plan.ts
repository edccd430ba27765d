import type { Result } from '@comet/foundation';
import type { AuthenticatedClient } from '../auth/authenticated-client.ts';
import { type Destination, readAuthority, readDestination } from '../egress/destination.ts';
import { type Credentials, headEnd, readBasic, readConnect } from '../http/http-head.ts';
import type { Refusal } from '../refusals.ts';
import { methods, type SocksRequest } from '../socks/socks-frames.ts';

/** Returns the client of these credentials; null for a client that is identified by its address. */
export type Authenticate = (credentials: Credentials | null) => Result<AuthenticatedClient, Refusal>;

interface RefusePlan {
  readonly kind: 'refuse';
  readonly refusal: Refusal;
}

/** The next step for a request: refuse it, or connect an authenticated client to a target. */
type RequestPlan<Target> =
  | RefusePlan
  | {
      readonly kind: 'connect';
      readonly authenticatedClient: AuthenticatedClient;
      /** Null where the client's address is its credential. */
      readonly credentials: Credentials | null;
      readonly target: Target;
    };

/**
 * Plans a request over HTTP. `target` is null where the request is malformed, which is refused before authentication; `authorization` is
 * the value of Proxy-Authorization.
 */
export function planHttpRequest<Target>(
  target: Target | null,
  authorization: string | null,
  authenticate: Authenticate,
): RequestPlan<Target> {
  if (target === null) return { kind: 'refuse', refusal: 'bad_request' };
  const credentials = authorization === null ? null : readBasic(authorization);
  const authenticated = authenticate(credentials);
  return authenticated.ok
    ? { kind: 'connect', authenticatedClient: authenticated.value, credentials, target }
    : { kind: 'refuse', refusal: authenticated.error };
}

/** Plans a CONNECT (RFC 9110 §9.3.6). `text` is the head in latin1 with the empty line that ends it; without that line it is refused. */
export function planConnect(text: string, authenticate: Authenticate): RequestPlan<Destination> {
  const head = text.endsWith(headEnd) ? readConnect(text.slice(0, -headEnd.length)) : null;
  const destination = head === null ? null : readAuthority(head.authority);
  return planHttpRequest(destination, head?.authorization ?? null, authenticate);
}

/**
 * Selects the authentication method of a SOCKS5 connection (RFC 1928 §3): password where the client offers it, none where its address
 * authenticates it, otherwise `refused`.
 */
export function planSocksMethod(offered: readonly number[], isKnownByAddress: boolean): number {
  if (offered.includes(methods.password)) return methods.password;
  return offered.includes(methods.none) && isKnownByAddress ? methods.none : methods.refused;
}

export type SocksPlan =
  | RefusePlan
  | { readonly kind: 'associate'; readonly host: string; readonly port: number }
  | { readonly kind: 'connect'; readonly destination: Destination };

/** Plans the request of an authenticated SOCKS5 client (RFC 1928 §4). */
export function planSocksRequest({ command, host, port }: SocksRequest): SocksPlan {
  if (command === 'udp') return { kind: 'associate', host, port };
  if (command === 'other') return { kind: 'refuse', refusal: 'udp_unavailable' };
  const destination = readDestination(host, port);
  return destination === null
    ? { kind: 'refuse', refusal: 'destination_refused' }
    : { kind: 'connect', destination };
}
