import type { Engine } from '../engine.ts';
import type { Exit } from './exits.ts';
import type { Credentials } from '../http/http-head.ts';
import { allowedAddresses } from './open-exit.ts';
import { pickExit } from './pick-exit.ts';
import type { Destination } from './destination.ts';
import { admit, type AuthenticatedClient } from '../auth/authenticated-client.ts';

/** What somebody asked for by a CONNECT, and got at once. */
export interface ProxyRequest {
  readonly authenticatedClient: AuthenticatedClient;
  /** The customer's, when it was decided. */
  readonly generation: number;
  readonly credentials: Credentials;
  readonly destination: Destination;
  readonly from: string;
  /** The whole head, latin1. */
  readonly head: string;
}

/** An exit by which another who asks for the same may leave, and the address of ours that he leaves from. */
export interface EgressRoute {
  readonly exit: Exit;
  readonly address: string;
}

const none: ReadonlySet<string> = new Set();

/** Chosen as for a new request; null where it takes more than connecting, or a rate limit has to be awaited. What `known` allowed is not checked again. */
export function chooseEgressRoute(
  engine: Engine,
  proxyRequest: ProxyRequest,
  known: EgressRoute | null,
): EgressRoute | null {
  const { customer, targeting } = proxyRequest.authenticatedClient;
  const unable = proxyRequest.destination.kind === 'ipv6' ? engine.exits.withoutIpv6() : none;
  const picked = pickExit(engine, customer, targeting, none, unable);
  if (!picked.ok) return null;
  const { exit } = picked.value;
  if (!exit.rateLimiter.hasRoom) return null;
  if (exit === known?.exit) return known;
  const { outlet } = exit.view;
  if (outlet.kind !== 'local' || !allows(engine, exit, proxyRequest)) return null;
  const address = proxyRequest.destination.kind === 'ipv6' ? outlet.ipv6 : outlet.ipv4;
  return address === null ? null : { exit, address };
}

/** Whether he who asked would still be let in, as the same. */
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

/** Whether he would still get what he got, by this exit. */
export function isStillRight(engine: Engine, proxyRequest: ProxyRequest, exit: Exit): boolean {
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
