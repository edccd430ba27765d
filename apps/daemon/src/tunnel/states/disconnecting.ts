import { fresh } from '../../model/goal.ts';
import type { Disconnecting, Facts, Message, State } from '../state.ts';
import { begin, disconnected, fail } from '../transitions.ts';

/** The link is removed while the rules of the previous state are still in force. */
export function inDisconnecting(state: Disconnecting, message: Message, facts: Facts): State {
  switch (message.kind) {
    case 'connect':
      // The user has unblocked traffic already.
      return begin(message.goal, facts, { ...fresh, fromDisconnected: true });
    case 'disconnect':
      return state.refusal === null ? state : { ...state, refusal: null };
    case 'lowered':
      return message.key === state.key ? disconnected(facts, state.refusal) : state;
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
