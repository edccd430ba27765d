import type { BlockReason } from '@comet/tunnel-protocol';
import type { ConnectionAttempt } from './connection-attempt.ts';
import { isObfuscated, isOverTcp, sameTransport } from './transport-order.ts';

/** Why an attempt failed. `admission_blocked`: the gateway is up, and the network lets nothing through to its admission endpoint. */
export type AttemptFailure = BlockReason | 'admission_blocked';

/** The reason that users see. */
export function blockReasonOf(failure: AttemptFailure): BlockReason {
  return failure === 'admission_blocked' ? 'gateway_unreachable' : failure;
}

/** Failures that do not affect other transports and gateways: the next attempt follows. `retriableReasons` start over after a pause. */
const fallbackReasons: ReadonlySet<AttemptFailure> = new Set([
  'admission_blocked',
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
  'openvpn_failed',
  'location_unavailable',
  'exit_unavailable',
  'protocol_unavailable',
]);

/** Failures that the entry gateway may cause, if traffic passes through two. */
const entryFailures: ReadonlySet<AttemptFailure> = new Set([
  'admission_blocked',
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
]);

/**
 * The remaining attempts after a failure, in order. A gateway whose admission endpoint does not answer is offline, or the network blocks
 * the endpoint: only its obfuscated transports remain, last; all of OpenVPN, if the endpoint's port accepts connections. A transport that timed out at a reachable gateway is blocked by this network:
 * it is tried last with other gateways. Empty when no other attempt can succeed.
 */
export function nextAttempts(
  failed: ConnectionAttempt,
  rest: readonly ConnectionAttempt[],
  reason: AttemptFailure,
): readonly ConnectionAttempt[] {
  if (!fallbackReasons.has(reason)) return [];
  // The entry may be offline, so the exit is tried through another one.
  if (failed.via !== undefined && entryFailures.has(reason)) return rest;
  const sameGateway = rest.filter(({ gateway }) => gateway.id === failed.gateway.id);
  const otherGateways = rest.filter(({ gateway }) => gateway.id !== failed.gateway.id);
  switch (reason) {
    case 'gateway_unreachable':
      // None of its TCP ports answers, and each obfuscated transport needs one.
      if (isOverTcp(failed.transport))
        return [...otherGateways, ...sameGateway.filter(({ transport }) => !isOverTcp(transport))];
      return [...otherGateways, ...sameGateway.filter(({ transport }) => isObfuscated(transport))];
    case 'admission_blocked':
      return [...otherGateways, ...sameGateway.filter(({ transport }) => transport.protocol === 'openvpn')];
    case 'handshake_timeout':
      return moveLast([...sameGateway, ...otherGateways], ({ transport }) =>
        sameTransport(transport, failed.transport),
      );
    case 'openvpn_failed':
      // Neither UDP nor TCP passes: the next gateway first, then this one's obfuscated transports.
      return failed.transport.protocol === 'openvpn' && failed.transport.variant === 'tcp'
        ? [...otherGateways, ...sameGateway]
        : rest;
    default:
      return otherGateways;
  }
}

function moveLast<T>(items: readonly T[], isMoved: (item: T) => boolean): readonly T[] {
  return [...items.filter((item) => !isMoved(item)), ...items.filter(isMoved)];
}
