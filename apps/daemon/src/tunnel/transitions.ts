import { backoffDelay } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import { fresh, type Goal, type ConnectHistory } from '../model/goal.ts';
import type { FirewallPolicy } from '../platform/firewall/firewall.ts';
import type { Connecting, Disconnected, Disconnecting, Facts, Failed } from './state.ts';

/** First and maximum pause before a retry, in ms. */
const pause = { first: 1_000, max: 60_000 };
/** The same while no exit is available, in ms: exits come and go often. */
const exitPause = { first: 1_000, max: 15_000 };

/** Causes that end by themselves, or that another gateway or a restart can fix. All others need the user. */
const retriableReasons: ReadonlySet<BlockReason> = new Set([
  'api_unreachable',
  'clock_ahead',
  'clock_behind',
  'gateway_unreachable',
  'gateway_refused',
  'location_unavailable',
  'exit_unavailable',
  'entry_is_exit',
  'handshake_timeout',
  'openvpn_failed',
  'tunnel_device_failed',
  'tunnel_device_died',
  'firewall_failed',
  'dns_failed',
  'disk_full',
  'routing_failed',
  'session_ended',
]);

/** The state that follows a connect: connecting to the best gateway, fetching the list, or an error where there is no gateway. */
export function begin(goal: Goal, facts: Facts, past: ConnectHistory = fresh): Connecting | Failed {
  const candidates = facts.connectionAttemptsFor(goal, past);
  if (candidates?.ok === false) return fail(goal, candidates.error, facts, past);
  const [connectionAttempt = null, ...others] = candidates?.value ?? [];
  return {
    ...awaitGateways(goal, facts, past),
    connectionAttempt,
    others,
    admitted: connectionAttempt?.standby ?? null,
  };
}

/** Connecting, after a refresh of the gateway list. */
export function awaitGateways(goal: Goal, facts: Facts, past: ConnectHistory): Connecting {
  return {
    kind: 'connecting',
    since: facts.now,
    key: facts.nextKey,
    goal,
    connectionAttempt: null,
    others: [],
    attempt: 1,
    firstFailure: null,
    admitted: null,
    past,
  };
}

/** Failures that a wrong clock may cause: certificates and lists appear expired, and WireGuard handshakes older than the last one. */
const clockRelated: ReadonlySet<BlockReason> = new Set([
  'api_unreachable',
  'gateway_unreachable',
  'handshake_timeout',
  'openvpn_failed',
]);

/** The error state, which blocks traffic. A wrong clock replaces a cause that it may explain: other advice would not help. */
export function fail(
  goal: Goal | null,
  found: BlockReason,
  facts: Facts,
  past: ConnectHistory = fresh,
): Failed {
  const reason = clockRelated.has(found) ? (facts.clockFault ?? found) : found;
  const delays = reason === 'exit_unavailable' ? exitPause : pause;
  const wait = retriableReasons.has(reason) ? backoffDelay(past.failures, delays, () => facts.random) : null;
  return {
    kind: 'error',
    since: facts.now,
    key: facts.nextKey,
    goal,
    reason,
    retryAt: wait === null ? null : new Date(facts.now.getTime() + wait),
    past: { ...past, failures: past.failures + 1 },
  };
}

/** Returns the state *disconnected* as of `facts.now`; `refusal` is why the account may not connect. */
export function disconnected(facts: Facts, refusal: BlockReason | null = null): Disconnected {
  return { kind: 'disconnected', since: facts.now, key: facts.nextKey, refusal };
}

/** Disconnecting, with the rules that are in force. */
export function disconnecting(
  policy: FirewallPolicy | null,
  facts: Facts,
  refusal: BlockReason | null = null,
): Disconnecting {
  return { kind: 'disconnecting', since: facts.now, key: facts.nextKey, policy, refusal };
}
