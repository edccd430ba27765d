import type { FirewallPolicy } from '../../platform/firewall.ts';
import type { Connected, Facts, Goal, Message, State } from '../state.ts';
import { begin, disconnecting, fail } from '../transitions.ts';

/** Everything goes through the tunnel. Whatever ends that, but the user, ends in `error`: held back, then mended. */
export function inConnected(
  state: Connected,
  message: Message,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  const past = { failures: 0, avoid: state.session.gateway.id };
  switch (message.kind) {
    case 'connect':
      return leadsHere(state, message.goal, facts)
        ? { ...state, goal: message.goal }
        : begin(message.goal, facts);
    case 'disconnect':
      return disconnecting(policy, facts);
    case 'link-lost':
      return message.key === state.key ? fail(state.goal, 'gateway_unreachable', facts, past) : state;
    case 'session-renewed':
      return message.key === state.key ? { ...state, session: message.session } : state;
    case 'session-moved':
      return message.key === state.key ? begin(state.goal, facts) : state;
    case 'session-refused':
      return fail(state.goal, message.reason, facts, past);
    case 'device-died':
      return fail(state.goal, 'tunnel_device_died', facts, { failures: 0, avoid: null });
    case 'firewall-failed':
      return fail(state.goal, 'firewall_failed', facts, { failures: 0, avoid: null });
    case 'settings-changed':
    case 'network-changed':
    case 'gateways-known':
    case 'attempt-failed':
    case 'raised':
    case 'lowered':
    case 'retry-due':
      return state;
  }
}

/** Whether the gateway that we are connected to is one of those that the goal would lead to. */
function leadsHere(state: Connected, goal: Goal, facts: Facts): boolean {
  if (goal.location === null) return true;
  const here = state.session.gateway.id;
  return facts.gatewaysFor(goal, null)?.some((gateway) => gateway.id === here) ?? false;
}
