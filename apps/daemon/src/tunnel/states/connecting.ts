import type { BlockReason } from '@comet/tunnel-protocol';
import type { FirewallPolicy } from '../../platform/firewall.ts';
import type { Connecting, Facts, Message, State } from '../state.ts';
import { begin, disconnecting, fail } from '../transitions.ts';

/** Failures of one gateway, from which another may be free. */
const anotherMayDo: ReadonlySet<BlockReason> = new Set([
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
  'location_unavailable',
]);

/** Traffic is held back while a ticket is presented and the handshake made. */
export function inConnecting(
  state: Connecting,
  message: Message,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  const past = { failures: state.failures, avoid: state.gateway?.id ?? null };
  switch (message.kind) {
    case 'connect':
      return begin(message.goal, facts);
    case 'disconnect':
      return disconnecting(policy, facts);
    case 'gateways-known': {
      if (message.key !== state.key) return state;
      const next = begin(state.goal, facts, past);
      // Told that the gateways are known, and still none is: asking once more would go round for ever.
      return next.kind === 'connecting' && next.gateway === null
        ? fail(state.goal, 'api_unreachable', facts, past)
        : next;
    }
    case 'attempt-failed':
      return message.key === state.key ? afterFailure(state, message.reason, facts) : state;
    case 'raised':
      return message.key === state.key
        ? {
            kind: 'connected',
            since: facts.now,
            key: facts.nextKey,
            goal: state.goal,
            session: message.session,
          }
        : state;
    case 'device-died':
      return fail(state.goal, 'tunnel_device_died', facts, past);
    case 'firewall-failed':
      return fail(state.goal, 'firewall_failed', facts, past);
    case 'settings-changed':
    case 'network-changed':
    case 'session-refused':
    case 'lowered':
    case 'link-lost':
    case 'session-renewed':
    case 'session-moved':
    case 'retry-due':
      return state;
  }
}

function afterFailure(state: Connecting, reason: BlockReason, facts: Facts): State {
  const [gateway, ...others] = state.others;
  if (gateway === undefined || !anotherMayDo.has(reason))
    return fail(state.goal, reason, facts, {
      failures: state.failures,
      avoid: state.gateway?.id ?? null,
    });
  return { ...state, key: facts.nextKey, gateway, others, attempt: state.attempt + 1 };
}
