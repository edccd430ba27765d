import { backoffDelay } from '@comet/foundation';
import { type BlockReason, isAccountRefusal } from '@comet/tunnel-protocol';
import { withFirstPort } from '../../model/gateway.ts';
import { atPort, overUdp, type RunningTransport, type Session } from '../../model/session.ts';
import { fresh } from '../../model/goal.ts';
import { type ConnectionAttempt, sameConnectionAttempt } from '../../gateways/attempts/connection-attempt.ts';
import { type AttemptFailure, blockReasonOf, nextAttempts } from '../../gateways/attempts/next-attempts.ts';
import type { FirewallPolicy } from '../../platform/firewall/firewall.ts';
import type { Connected, Connecting, Facts, Message, State } from '../state.ts';
import { begin, disconnecting, fail } from '../transitions.ts';

/** Milliseconds until a fallback location is first checked for a return to the requested one, and the maximum interval. */
const returnAfter = { first: 10_000, max: 15 * 60_000 };

/** Traffic is blocked while a ticket is presented and the handshake completes. */
export function inConnecting(
  state: Connecting,
  message: Message,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  const past = { ...state.past, avoid: state.connectionAttempt?.gateway.id ?? null };
  switch (message.kind) {
    case 'connect':
      return begin(message.goal, facts, { ...fresh, fromDisconnected: past.fromDisconnected });
    case 'disconnect':
      return disconnecting(policy, facts);
    case 'gateways-known': {
      if (message.key !== state.key) return state;
      const { dedicated = state.goal.dedicated } = message;
      const known = { ...past, avoid: past.avoid ?? state.past.avoid };
      const next = begin({ ...state.goal, dedicated }, facts, known);
      // The list is loaded and still has no gateway: another request would loop forever.
      return next.kind === 'connecting' && next.connectionAttempt === null
        ? fail(state.goal, 'location_unavailable', facts, past)
        : next;
    }
    case 'attempt-failed':
      return message.key === state.key ? onFailure(state, message.reason, facts, policy) : state;
    case 'standby-gone': {
      if (message.key !== state.key) return state;
      const [connectionAttempt = null, ...others] = state.others;
      return { ...withoutOpening(state), key: facts.nextKey, connectionAttempt, others, admitted: null };
    }
    case 'admitted':
      return message.key === state.key ? { ...state, admitted: message.session } : state;
    case 'port-tried':
      return message.key === state.key ? tryingPort(state, message.port) : state;
    case 'transport-tried':
      return message.key === state.key ? tryingTransport(state, message.running) : state;
    case 'raised':
      return message.key === state.key ? connected(state, message.session, facts) : state;
    case 'device-died':
      return fail(state.goal, 'tunnel_device_died', facts, past);
    case 'firewall-failed':
      return fail(state.goal, 'firewall_failed', facts, past);
    case 'network-changed':
      // Earlier failures happened on another network. A first attempt continues, so that an unstable network cannot prevent its end.
      return state.attempt > 1 ? begin(state.goal, facts, state.past) : state;
    case 'settings-changed':
      return asChosen(state, facts);
    case 'session-refused':
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

/** The rules permit only the port that is being tried. */
function tryingPort(state: Connecting, port: number): Connecting {
  const { connectionAttempt, admitted } = state;
  if (connectionAttempt === null) return state;
  const { gateway, via } = connectionAttempt;
  const entry = withFirstPort(via ?? gateway, port);
  return {
    ...state,
    connectionAttempt: { ...connectionAttempt, ...(via === undefined ? { gateway: entry } : { via: entry }) },
    admitted: admitted?.protocol === 'wireguard' ? atPort(overUdp(admitted), port) : admitted,
  };
}

/** The rules permit all transports of the gateway while they are opened. */
function tryingTransport(state: Connecting, running: RunningTransport | null): Connecting {
  const { admitted } = state;
  const isCarried = running !== null && admitted?.protocol === 'wireguard';
  return {
    ...state,
    opening: true,
    ...(isCarried ? { admitted: { ...admitted, outerTransport: running } } : {}),
  };
}

/** Continues if the settings still allow the current attempt, or starts again. */
function asChosen(state: Connecting, facts: Facts): State {
  if (state.connectionAttempt === null) return state;
  const candidates = facts.connectionAttemptsFor(state.goal, state.past);
  if (candidates === null) return state;
  const allowed = candidates.ok ? candidates.value : [];
  const isAllowed = (one: ConnectionAttempt): boolean =>
    allowed.some((other) => sameConnectionAttempt(one, other));
  if (!isAllowed(state.connectionAttempt)) return begin(state.goal, facts, state.past);
  const others = state.others.filter(isAllowed);
  return others.length === state.others.length ? state : { ...state, others };
}

/** The next connection attempt, or the end of this connect. A refusal by the account does not block a machine that was not connected. */
function onFailure(
  state: Connecting,
  failure: AttemptFailure,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  const { goal, past, attempt } = state;
  const reason = blockReasonOf(failure);
  const firstFailure = state.firstFailure ?? reason;
  const [connectionAttempt, ...others] =
    state.connectionAttempt === null ? [] : nextAttempts(state.connectionAttempt, state.others, failure);
  if (connectionAttempt === undefined) {
    const cause = shownReason(firstFailure, reason);
    return past.fromDisconnected && isAccountRefusal(cause)
      ? disconnecting(policy, facts, cause)
      : fail(goal, cause, facts, { ...past, avoid: state.connectionAttempt?.gateway.id ?? null });
  }
  return {
    ...withoutOpening(state),
    key: facts.nextKey,
    connectionAttempt,
    others,
    attempt: attempt + 1,
    firstFailure,
    admitted: null,
  };
}

function withoutOpening({ opening: _, ...state }: Connecting): Connecting {
  return state;
}

/** Selects which of two failures is shown: one that only the user can resolve, else the first. */
function shownReason(first: BlockReason, last: BlockReason): BlockReason {
  return connectivityFailures.has(last) ? first : last;
}

/** Failures of the network, a gateway or an exit. */
const connectivityFailures: ReadonlySet<BlockReason> = new Set([
  'api_unreachable',
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
  'openvpn_failed',
  'location_unavailable',
  'exit_unavailable',
]);

function connected({ goal, connectionAttempt, past }: Connecting, session: Session, facts: Facts): Connected {
  const { returns } = past;
  const wait = backoffDelay(returns, returnAfter, () => facts.random);
  const fallback =
    connectionAttempt?.isFallback === true
      ? { returns, checkAt: new Date(facts.now.getTime() + wait) }
      : null;
  return { kind: 'connected', since: facts.now, key: facts.nextKey, goal, session, fallback };
}
