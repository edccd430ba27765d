import type { Transport } from '@comet/tunnel-protocol';
import { type Goal, type ConnectHistory, fresh } from '../../model/goal.ts';
import { outerTransportOf, type Session, type WireguardSession } from '../../model/session.ts';
import { type ConnectionAttempt, sameConnectionAttempt } from '../../gateways/attempts/connection-attempt.ts';
import type { Gateway } from '../../model/gateway.ts';
import { sameExit } from '../../model/gateway-exit.ts';
import { sameTransport } from '../../gateways/attempts/transport-order.ts';
import type { FirewallPolicy } from '../../platform/firewall/firewall.ts';
import { sessionTransport } from '../session.ts';
import type { Connected, Facts, Message, State } from '../state.ts';
import { begin, disconnecting, fail, awaitGateways } from '../transitions.ts';

/** All traffic is routed through the tunnel. Every end except the user's leads to `error`: traffic is blocked until it is resolved. */
export function inConnected(
  state: Connected,
  message: Message,
  facts: Facts,
  policy: FirewallPolicy | null,
): State {
  const returns = state.fallback?.returns ?? 0;
  // A lost tunnel may be replaced by one to another location: the goal is a connection.
  const past: ConnectHistory = {
    failures: 0,
    avoid: state.session.gateway.id,
    fallbackGateways: true,
    returns,
    fromDisconnected: false,
  };
  switch (message.kind) {
    case 'connect':
      return state.fallback === null && reachesGoal(state, message.goal, facts)
        ? { ...state, goal: message.goal }
        : begin(message.goal, facts);
    case 'disconnect':
      return disconnecting(policy, facts);
    case 'link-lost':
      return message.key === state.key ? fail(state.goal, 'gateway_unreachable', facts, past) : state;
    case 'wireguard-answers':
      return message.key === state.key ? moveTo(state, message.session, facts) : state;
    case 'gateway-drains':
      return message.key === state.key ? begin(state.goal, facts, past) : state;
    case 'replacement-admitted':
      return message.key === state.key ? withReplacement(state, message.session) : state;
    case 'replacement-ready':
      return message.key === state.key ? replaceBy(state, message.session, facts, past) : state;
    case 'wanted-is-back':
      return message.key === state.key
        ? begin(state.goal, facts, { ...past, avoid: null, returns: returns + 1 })
        : state;
    case 'session-renewed':
      return message.key === state.key ? { ...state, session: message.session } : state;
    case 'session-moved':
      return message.key === state.key ? begin(state.goal, facts, { ...past, avoid: null }) : state;
    case 'exit-gone':
      return message.key === state.key
        ? awaitGateways(state.goal, facts, { ...past, fallbackGateways: false })
        : state;
    case 'session-refused':
      return fail(state.goal, message.reason, facts, past);
    case 'routes-lost':
      return message.key === state.key
        ? fail(state.goal, 'routing_failed', facts, { ...past, avoid: null })
        : state;
    case 'device-died':
      return fail(state.goal, 'tunnel_device_died', facts, { ...past, avoid: null });
    case 'firewall-failed':
      return fail(state.goal, 'firewall_failed', facts, { ...past, avoid: null });
    case 'settings-changed':
      return isStillChosen(state, facts) ? state : begin(state.goal, facts);
    case 'network-changed':
    case 'gateways-known':
    case 'attempt-failed':
    case 'standby-gone':
    case 'admitted':
    case 'port-tried':
    case 'transport-tried':
    case 'raised':
    case 'lowered':
    case 'retry-due':
      return state;
  }
}

/**
 * Moves to the same gateway by WireGuard, and begins with the session that the gateway has just responded to. The next attempt uses the
 * transport that carries the tunnel now, so that a failed move returns to it quickly.
 */
function moveTo(state: Connected, session: WireguardSession, facts: Facts): State {
  const { goal, fallback } = state;
  const { gateway } = state.session;
  const past: ConnectHistory = {
    ...fresh,
    returns: fallback?.returns ?? 0,
    fallbackGateways: fallback !== null,
  };
  const found = facts.connectionAttemptsFor(goal, past);
  const all = found?.ok === true ? found.value : [];
  // Also if the list reports the gateway as offline: it has just responded.
  const to = (transport: Transport): ConnectionAttempt => ({
    gateway,
    transport,
    isFallback: fallback !== null,
  });
  const back = to(sessionTransport(state.session));
  const others = all.filter((one) => one.standby === undefined && !sameConnectionAttempt(one, back));
  return {
    ...awaitGateways(goal, facts, past),
    connectionAttempt: { ...to({ protocol: 'wireguard' }), standby: session, hasResponded: true },
    others: [back, ...others],
    admitted: session,
  };
}

function withReplacement(
  { replacement: _, ...state }: Connected,
  session: WireguardSession | null,
): Connected {
  return session === null ? state : { ...state, replacement: session };
}

/** Switches to the tunnel that is made already. If it fails, the goal is connected as usual. */
function replaceBy(
  { goal, fallback }: Connected,
  session: WireguardSession,
  facts: Facts,
  past: ConnectHistory,
): State {
  const found = facts.connectionAttemptsFor(goal, past);
  const others = found?.ok === true ? found.value.filter((one) => one.standby === undefined) : [];
  const { gateway } = session;
  const isFallback = others.find((one) => sameGateway(one.gateway, gateway))?.isFallback ?? fallback !== null;
  return {
    ...awaitGateways(goal, facts, past),
    connectionAttempt: {
      ...{ gateway, transport: { protocol: 'wireguard' }, isFallback },
      ...{ standby: session, isPrepared: true },
    },
    others,
    admitted: session,
  };
}

/** Whether the connected gateway is one that the goal would lead to. */
function reachesGoal(state: Connected, goal: Goal, facts: Facts): boolean {
  if ((goal.via ?? null) !== (state.goal.via ?? null)) return false;
  const here = state.session.gateway;
  if (goal.location === null && !goal.dedicated) return here.exit === undefined;
  const candidates = facts.connectionAttemptsFor(goal, fresh);
  if (candidates?.ok !== true) return false;
  const [first] = candidates.value;
  if (goal.isChosenAnew === true && first?.gateway.place.location !== here.place.location) return false;
  return candidates.value.some(({ gateway }) => sameGateway(gateway, here));
}

/** Whether the settings still allow the tunnel's transport; true without a list. */
function isStillChosen({ goal, session }: Connected, facts: Facts): boolean {
  const candidates = facts.connectionAttemptsFor(goal, { ...fresh, fallbackGateways: true });
  if (candidates === null) return true;
  if (!candidates.ok) return candidates.error !== 'protocol_unavailable';
  const here = candidates.value.filter(({ gateway }) => sameGateway(gateway, session.gateway));
  // If the list lacks the gateway, all candidates are compared.
  const judged = here.length > 0 ? here : candidates.value;
  return judged.some((one) => allows(one, session));
}

/** Whether an attempt may result in a session with the transport and port of this one. */
function allows({ gateway, via, transport }: ConnectionAttempt, session: Session): boolean {
  if (session.protocol !== 'wireguard') return sameTransport(transport, sessionTransport(session));
  if (transport.protocol !== 'wireguard') return false;
  const { wireguardPorts, wireguardTransports } = via ?? gateway;
  const outerTransport = outerTransportOf(session);
  return outerTransport === undefined
    ? wireguardPorts.includes(portOf(session))
    : wireguardTransports.some(({ over }) => over === outerTransport.over);
}

/** The WireGuard port in use, of two gateways at the first. */
function portOf(session: WireguardSession): number {
  return (session.via ?? session).admittance.wireguardPort;
}

function sameGateway(one: Gateway, other: Gateway): boolean {
  return one.id === other.id && sameExit(one.exit, other.exit);
}
