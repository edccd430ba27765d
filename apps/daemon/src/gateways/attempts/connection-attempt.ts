import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason, Way } from '@comet/tunnel-protocol';
import type { WireguardSession } from '../../model/session.ts';
import type { Gateway } from '../../model/gateway.ts';
import { sameExit } from '../../model/gateway-exit.ts';
import {
  type Choice,
  isObfuscated,
  isOverTcp,
  transportFallback,
  sameTransport,
} from './transport-fallback.ts';

/** A gateway and a way to reach it: what one attempt tries. */
export interface ConnectionAttempt {
  readonly gateway: Gateway;
  readonly transport: Way;
  /** The gateway is not where the user wants to leave; it stands in for one that is gone. */
  readonly isFallback: boolean;
  /** The gateway that leads to it, where the traffic goes through two. */
  readonly via?: Gateway;
  /** The gateway has let us in already: it begins with the handshake. */
  readonly standby?: WireguardSession;
  /** The gateway has just answered a handshake of that session, so it is worth more time. */
  readonly hasAnswered?: boolean;
}

/** Gateways for a goal, best first: those where it leads, and where it may lead else. */
export interface Destinations {
  readonly wanted: readonly Gateway[];
  readonly fallbackGateways: readonly Gateway[];
  /** Whether traffic is to leave by an exit behind them. */
  readonly byExit?: boolean;
}

/** Why nothing can be tried for a goal. */
export type NoConnectionAttempt =
  | 'location_unavailable'
  | 'exit_unavailable'
  | 'protocol_unavailable'
  | 'entry_is_exit';

/** What may be tried for a goal, best first, or why nothing may. */
export type ConnectionAttempts = Result<readonly ConnectionAttempt[], NoConnectionAttempt>;

export function sameConnectionAttempt(one: ConnectionAttempt, other: ConnectionAttempt): boolean {
  return (
    one.gateway.id === other.gateway.id &&
    sameExit(one.gateway.exit, other.gateway.exit) &&
    sameTransport(one.transport, other.transport)
  );
}

/** Everything that may be tried for a goal, in order: each gateway with all the ways to it before the next. */
export function connectionAttemptsTo(
  { wanted, fallbackGateways, byExit = false }: Destinations,
  choice: Choice,
  worked: Way | null,
): Result<readonly ConnectionAttempt[], NoConnectionAttempt> {
  if (wanted.length + fallbackGateways.length === 0)
    return err(byExit ? 'exit_unavailable' : 'location_unavailable');
  const candidates = [
    ...wanted.map((gateway) => ({ gateway, isFallback: false })),
    ...fallbackGateways.map((gateway) => ({ gateway, isFallback: true })),
  ].flatMap(({ gateway, isFallback }) =>
    transportFallback(choice, transportsOf(gateway), worked).map(
      (transport): ConnectionAttempt => ({ gateway, transport, isFallback }),
    ),
  );
  return candidates.length === 0 ? err('protocol_unavailable') : ok(candidates);
}

function transportsOf(gateway: Gateway): readonly Way[] {
  return [
    { protocol: 'wireguard' },
    ...gateway.openvpn.map(({ variant }): Way => ({ protocol: 'openvpn', variant })),
  ];
}

/** Failures that say nothing about the other ways and gateways: something else is tried. */
const retriableFailures: ReadonlySet<BlockReason> = new Set([
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
  'openvpn_failed',
  'location_unavailable',
  'exit_unavailable',
  'protocol_unavailable',
]);

/** Failures of either gateway, where the traffic goes through two. */
const entryFailures: ReadonlySet<BlockReason> = new Set([
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
]);

/**
 * What is left to try after a failure, in order. A gateway whose admission endpoint does not answer is gone, unless somebody on the way tells
 * our admission endpoints from others, so of its ways only the hidden ones stay, for the end. A way that found its gateway there and did not
 * get through is one that this network stops: with other gateways it is tried last. Empty when the failure is one that no
 * other attempt can mend.
 */
export function afterFailure(
  failed: ConnectionAttempt,
  rest: readonly ConnectionAttempt[],
  reason: BlockReason,
): readonly ConnectionAttempt[] {
  if (!retriableFailures.has(reason)) return [];
  // It may be the entry that is gone, so the exit is tried by another one.
  if (failed.via !== undefined && entryFailures.has(reason)) return rest;
  const here = rest.filter(({ gateway }) => gateway.id === failed.gateway.id);
  const elsewhere = rest.filter(({ gateway }) => gateway.id !== failed.gateway.id);
  switch (reason) {
    case 'gateway_unreachable':
      // It answers at none of its TCP ports, of which each obfuscated way needs one.
      if (isOverTcp(failed.transport))
        return [...elsewhere, ...here.filter(({ transport }) => !isOverTcp(transport))];
      return [...elsewhere, ...here.filter(({ transport }) => isObfuscated(transport))];
    case 'handshake_timeout':
      return last([...here, ...elsewhere], ({ transport }) => sameTransport(transport, failed.transport));
    case 'openvpn_failed':
      // Neither UDP nor TCP: rather the next gateway, and this one's hidden ways after it.
      return failed.transport.protocol === 'openvpn' && failed.transport.variant === 'tcp'
        ? [...elsewhere, ...here]
        : rest;
    default:
      return elsewhere;
  }
}

function last<T>(items: readonly T[], which: (item: T) => boolean): readonly T[] {
  return [...items.filter((item) => !which(item)), ...items.filter(which)];
}
