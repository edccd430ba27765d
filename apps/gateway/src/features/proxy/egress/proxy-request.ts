import type { Engine } from '../engine.ts';
import type { Exit } from './exits.ts';
import type { Credentials } from '../http/http-head.ts';
import { allowedAddresses } from './open-exit.ts';
import { pickExit } from './pick-exit.ts';
import type { Destination } from './destination.ts';
import { admit, type AuthenticatedClient } from '../auth/authenticated-client.ts';

/** A CONNECT request that was granted without waiting. */
export interface ProxyRequest {
  readonly authenticatedClient: AuthenticatedClient;
  /** The customer's generation when it was granted. */
  readonly generation: number;
  readonly credentials: Credentials;
  readonly destination: Destination;
  readonly from: string;
  /** The whole head, latin1. */
  readonly head: string;
}

/** The exit for a repeated request, and the local address that its connection leaves from. */
export interface EgressRoute {
  readonly exit: Exit;
  readonly address: string;
}

const noExits: ReadonlySet<string> = new Set();

/** Chooses an exit as for a new request; null if more than connecting is needed, or a rate limit must be awaited. `previous` is not checked again. */
export function chooseEgressRoute(
  engine: Engine,
  proxyRequest: ProxyRequest,
  previous: EgressRoute | null,
): EgressRoute | null {
  const { customer, targeting } = proxyRequest.authenticatedClient;
  const unable = proxyRequest.destination.kind === 'ipv6' ? engine.exits.withoutIpv6() : noExits;
  const picked = pickExit(engine, customer, targeting, noExits, unable);
  if (!picked.ok) return null;
  const { exit } = picked.value;
  if (!exit.rateLimiter.hasCapacity) return null;
  if (exit === previous?.exit) return previous;
  const { outlet } = exit.view;
  if (outlet.kind !== 'local' || !allows(engine, exit, proxyRequest)) return null;
  const address = proxyRequest.destination.kind === 'ipv6' ? outlet.ipv6 : outlet.ipv4;
  return address === null ? null : { exit, address };
}

/** Whether the client is still authorised with the same identity. */
export function isStillAdmitted(
  engine: Engine,
  { credentials, from, authenticatedClient, generation }: ProxyRequest,
): boolean {
  const admitted = admit(engine, credentials, from);
  return (
    admitted.ok &&
    admitted.value.customer === authenticatedClient.customer &&
    authenticatedClient.customer.generation === generation
  );
}

/** Whether the request would still be granted through this exit. */
export function isStillGranted(engine: Engine, proxyRequest: ProxyRequest, exit: Exit): boolean {
  return (
    isStillAdmitted(engine, proxyRequest) &&
    !exit.isGone &&
    exit.view.healthy &&
    allows(engine, exit, proxyRequest)
  );
}

function allows(engine: Engine, exit: Exit, { destination }: ProxyRequest): boolean {
  return Array.isArray(allowedAddresses(engine, exit, destination));
}
