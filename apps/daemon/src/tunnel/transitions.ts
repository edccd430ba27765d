import { backoffDelay } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { FirewallPolicy } from '../platform/firewall.ts';
import type { Connecting, Disconnected, Disconnecting, Facts, Failed, Goal } from './state.ts';

/** Milliseconds of the first pause before trying again, and of the longest. */
const pause = { first: 1_000, most: 60_000 };

/** Causes that pass by themselves, or that another gateway or a fresh start can mend. The rest wait for the user. */
const passing: ReadonlySet<BlockReason> = new Set([
  'api_unreachable',
  'gateway_unreachable',
  'gateway_refused',
  'location_unavailable',
  'handshake_timeout',
  'tunnel_device_failed',
  'tunnel_device_died',
  'firewall_failed',
  'dns_failed',
  'routing_failed',
  'session_ended',
]);

/** The way to a goal from anywhere: to its best gateway, to finding out which there are, or to the word that there is none. */
export function begin(
  goal: Goal,
  facts: Facts,
  past: { readonly failures: number; readonly avoid: string | null } = { failures: 0, avoid: null },
): Connecting | Failed {
  const gateways = facts.gatewaysFor(goal, past.avoid);
  if (gateways?.length === 0) return fail(goal, 'location_unavailable', facts, past);
  const [gateway = null, ...others] = gateways ?? [];
  return {
    kind: 'connecting',
    since: facts.now,
    key: facts.nextKey,
    goal,
    gateway,
    others,
    attempt: 1,
    failures: past.failures,
  };
}

export function fail(
  goal: Goal | null,
  reason: BlockReason,
  facts: Facts,
  past: { readonly failures: number; readonly avoid: string | null } = { failures: 0, avoid: null },
): Failed {
  const wait = passing.has(reason) ? backoffDelay(past.failures, pause, () => facts.random) : null;
  return {
    kind: 'error',
    since: facts.now,
    key: facts.nextKey,
    goal,
    reason,
    failures: past.failures + 1,
    retryAt: wait === null ? null : new Date(facts.now.getTime() + wait),
    avoid: past.avoid,
  };
}

export function disconnected(facts: Facts): Disconnected {
  return { kind: 'disconnected', since: facts.now, key: facts.nextKey };
}

/** On the way down, with the rules that are in force. */
export function disconnecting(policy: FirewallPolicy | null, facts: Facts): Disconnecting {
  return { kind: 'disconnecting', since: facts.now, key: facts.nextKey, policy };
}
