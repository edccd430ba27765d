import { fresh } from '../../model/goal.ts';
import type { FirewallPolicy } from '../../platform/firewall/firewall.ts';
import type { Facts, Failed, Message, State } from '../state.ts';
import { begin, disconnecting, fail, awaitGateways } from '../transitions.ts';

/** A failure: traffic stays blocked until a retry or a decision of the user. */
export function inError(state: Failed, message: Message, facts: Facts, policy: FirewallPolicy | null): State {
  switch (message.kind) {
    case 'connect':
      return begin(message.goal, facts, { ...fresh, fromDisconnected: state.past.fromDisconnected });
    case 'disconnect':
      return disconnecting(policy, facts);
    case 'retry-due':
      return message.key === state.key ? again(state, facts, policy) : state;
    case 'network-changed':
      return state.retryAt === null ? state : again(state, facts, policy);
    case 'firewall-failed':
      return fail(state.goal, 'firewall_failed', facts, state.past);
    case 'settings-changed':
    case 'device-died':
    case 'session-refused':
    case 'gateways-known':
    case 'attempt-failed':
    case 'standby-gone':
    case 'admitted':
    case 'port-tried':
    case 'transport-tried':
    case 'raised':
    case 'lowered':
    case 'link-lost':
    case 'routes-lost':
    case 'wireguard-answers':
    case 'gateway-drains':
    case 'replacement-admitted':
    case 'replacement-ready':
    case 'wanted-is-back':
    case 'session-renewed':
    case 'session-moved':
    case 'exit-gone':
      return state;
  }
}

function again(state: Failed, facts: Facts, policy: FirewallPolicy | null): State {
  const { goal, reason, past } = state;
  if (goal === null) return disconnecting(policy, facts);
  // The API must be queried for the location of its exits.
  return reason === 'exit_unavailable' || goal.dedicated
    ? awaitGateways(goal, facts, past)
    : begin(goal, facts, past);
}
