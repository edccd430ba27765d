import { fresh } from '../../model/goal.ts';
import type { FirewallPolicy } from '../../platform/firewall/firewall.ts';
import type { Disconnected, Facts, Message, State } from '../state.ts';
import { begin, fail } from '../transitions.ts';

/**
 * No tunnel, and no firewall rules, routes or resolvers of this program, except the rules of lockdown and the guard over addresses of past
 * tunnels.
 */
export function inDisconnected(
  state: Disconnected,
  message: Message,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  switch (message.kind) {
    case 'connect':
      // Rules in force belong to lockdown, or to a process that crashed: then traffic was blocked.
      return begin(message.goal, facts, { ...fresh, fromDisconnected: policy === null });
    case 'disconnect':
      return state.refusal === null ? state : { ...state, refusal: null };
    case 'firewall-failed':
      return fail(null, 'firewall_failed', facts);
    case 'settings-changed':
    case 'device-died':
    case 'network-changed':
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
    case 'retry-due':
      return state;
  }
}
