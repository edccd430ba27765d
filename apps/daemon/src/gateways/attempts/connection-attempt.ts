import { err, ok, type Result } from '@comet/foundation';
import type { Transport } from '@comet/tunnel-protocol';
import type { WireguardSession } from '../../model/session.ts';
import type { Gateway, TransportOffer } from '../../model/gateway.ts';
import { sameExit } from '../../model/gateway-exit.ts';
import {
  type Choice,
  mayUseOthers,
  mayUseUdp,
  sameTransport,
  transportsInOrder,
  type WorkedTransport,
} from './transport-order.ts';
import { portsInOrder } from './wireguard-ports.ts';

/** A gateway and a transport for one attempt. */
export interface ConnectionAttempt {
  readonly gateway: Gateway;
  readonly transport: Transport;
  /** Whether the gateway is a fallback outside the goal's location. */
  readonly isFallback: boolean;
  /** The entry gateway, if traffic passes through two. */
  readonly via?: Gateway;
  /** The session that the gateway admitted in advance: the attempt begins with the handshake. */
  readonly standby?: WireguardSession;
  /** Whether the gateway has just answered a handshake of that session, so it gets more time. */
  readonly hasResponded?: boolean;
  /** Whether the device has the tunnel of that session beside the running one, which it replaces. */
  readonly isPrepared?: boolean;
}

/** Gateways for a goal, best first: those of the goal, and fallbacks. */
export interface Destinations {
  readonly wanted: readonly Gateway[];
  readonly fallbackGateways: readonly Gateway[];
  /** Whether traffic leaves through an exit behind them. */
  readonly byExit?: boolean;
}

/** Why there is no attempt for a goal. */
export type NoConnectionAttempt =
  | 'location_unavailable'
  | 'exit_unavailable'
  | 'protocol_unavailable'
  | 'entry_is_exit';

/** What may be tried for a goal, best first, or why nothing may. */
export type ConnectionAttempts = Result<readonly ConnectionAttempt[], NoConnectionAttempt>;

/** Returns whether two attempts use the same gateway, exit, transport, and ports of WireGuard, in any order. */
export function sameConnectionAttempt(one: ConnectionAttempt, other: ConnectionAttempt): boolean {
  return (
    one.gateway.id === other.gateway.id &&
    sameExit(one.gateway.exit, other.gateway.exit) &&
    sameTransport(one.transport, other.transport) &&
    (one.transport.protocol !== 'wireguard' ||
      sameServers(one.via ?? one.gateway, other.via ?? other.gateway))
  );
}

function sameServers(one: Gateway, other: Gateway): boolean {
  const [servers, others] = [one, other].map(({ wireguardPorts, wireguardTransports }) => [
    ...wireguardPorts.map(String),
    ...wireguardTransports.map(({ over, port }) => `${over} ${port}`),
  ]);
  return servers?.length === others?.length && servers?.every((server) => others?.includes(server)) === true;
}

/** All attempts for a goal, in order: each gateway with all its transports before the next one. */
export function connectionAttemptsTo(
  { wanted, fallbackGateways, byExit = false }: Destinations,
  choice: Choice,
  worked: WorkedTransport | null,
): Result<readonly ConnectionAttempt[], NoConnectionAttempt> {
  if (wanted.length + fallbackGateways.length === 0)
    return err(byExit ? 'exit_unavailable' : 'location_unavailable');
  const candidates = [
    ...wanted.map((gateway) => ({ gateway, isFallback: false })),
    ...fallbackGateways.map((gateway) => ({ gateway, isFallback: true })),
  ].flatMap(({ gateway: listed, isFallback }) => {
    const gateway = withPorts(listed, choice, worked);
    const offered = [...transportsOf(gateway), ...listed.wireguardTransports.map(transportOf)];
    return transportsInOrder(choice, offered, worked).map(
      (transport): ConnectionAttempt => ({
        gateway: only(transport, gateway, listed),
        transport,
        isFallback,
      }),
    );
  });
  return candidates.length === 0 ? err('protocol_unavailable') : ok(candidates);
}

/** The gateway with its ports in the order to try, and the other transports that may be tried in addition. */
export function withPorts(
  gateway: Gateway,
  choice: Omit<Choice, 'protocol' | 'variant'>,
  worked: WorkedTransport | null,
): Gateway {
  const port = worked?.protocol === 'wireguard' ? (worked.port ?? null) : null;
  return {
    ...gateway,
    wireguardPorts: mayUseUdp(choice) ? portsInOrder(choice.wireguardPort, gateway, port) : [],
    // Cover traffic is never used instead of another transport.
    wireguardTransports: mayUseOthers(choice)
      ? gateway.wireguardTransports.filter(({ over }) => over !== 'cover')
      : [],
  };
}

/** For a transport that is tried on its own, the gateway with only this one. */
function only(transport: Transport, gateway: Gateway, listed: Gateway): Gateway {
  if (transport.protocol !== 'wireguard' || transport.over === undefined) return gateway;
  const { over } = transport;
  const wireguardTransports = listed.wireguardTransports.filter((offer) => offer.over === over);
  return { ...gateway, wireguardPorts: [], wireguardTransports };
}

const transportOf = ({ over }: TransportOffer): Transport => ({ protocol: 'wireguard', over });

function transportsOf(gateway: Gateway): readonly Transport[] {
  return [
    ...(gateway.wireguardPorts.length === 0 ? [] : [{ protocol: 'wireguard' } as const]),
    ...gateway.openvpn.map(({ variant }): Transport => ({ protocol: 'openvpn', variant })),
  ];
}
