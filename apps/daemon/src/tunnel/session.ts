import { type Endpoint, formatEndpoint } from '@comet/foundation';
import type { OpenvpnVariant, Transport } from '@comet/tunnel-protocol';
import { firstPort, type Gateway } from '../model/gateway.ts';
import type { WorkedTransport } from '../gateways/attempts/transport-order.ts';
import type { DataPlane } from '../platform/firewall/firewall.ts';
import type { TunnelLease, Session } from '../model/session.ts';
import type { State } from './state.ts';

/** Returns the inner addresses and resolvers that the gateway leased to a session. */
export function leaseOf(session: Session): TunnelLease {
  return session.protocol === 'wireguard' ? session.admittance : session.lease;
}

/** Returns the transport of a running session. */
export function sessionTransport(session: Session): Transport {
  return session.protocol === 'wireguard'
    ? { protocol: 'wireguard' }
    : { protocol: 'openvpn', variant: session.variant };
}

/** Returns what a running session proves about its network. */
export function workedTransport(session: Session): WorkedTransport {
  if (session.protocol !== 'wireguard') return { protocol: 'openvpn', variant: session.variant };
  const { gateway, admittance } = session.via ?? session;
  const port = admittance.wireguardPort;
  return { protocol: 'wireguard', ...(port === gateway.wireguardPort ? {} : { port }) };
}

/** Returns the transport of a state's tunnel or attempt; null if there is none. */
export function currentTransport(state: State): Transport | null {
  if (state.kind === 'connected') return sessionTransport(state.session);
  return state.kind === 'connecting' ? (state.connectionAttempt?.transport ?? null) : null;
}

/** Returns protocol and port of a transport's packets. Null if the gateway does not offer it. */
export function dataPlaneOf(
  gateway: Gateway,
  transport: Transport,
  wireguardPort = firstPort(gateway),
): DataPlane | null {
  if (transport.protocol === 'wireguard') return { transport: 'udp', port: wireguardPort };
  const offer = gateway.openvpn.find(({ variant }) => variant === transport.variant);
  return offer === undefined ? null : { transport: transportOf(transport.variant), port: offer.port };
}

/** The TCP ports of a gateway's OpenVPN, plain and obfuscated. */
export function tcpPortsOf({ openvpn }: Gateway): readonly number[] {
  return openvpn.filter(({ variant }) => transportOf(variant) === 'tcp').map(({ port }) => port);
}

/** The overhead of WireGuard in WireGuard for inner packets: the outer IPv4, UDP and WireGuard headers. */
const hopOverhead = 60;

/** Returns the MTU of a session through two gateways; null if the link's own MTU applies. */
export function innerMtu(session: Session): number | null {
  if (session.protocol !== 'wireguard' || session.via === undefined) return null;
  return Math.min(session.admittance.mtu, session.via.admittance.mtu) - hopOverhead;
}

/** The gateway that packets are sent to outside of every tunnel: of two, the first. */
export function outerGatewayOf(session: Session): Gateway {
  return session.protocol === 'wireguard' && session.via !== undefined
    ? session.via.gateway
    : session.gateway;
}

/** The gateway's endpoint of a tunnel, `address:port`. */
export function endpointOf(session: Session): string {
  const { gateway } = session;
  const port =
    session.protocol === 'wireguard'
      ? session.admittance.wireguardPort
      : (dataPlaneOf(gateway, sessionTransport(session))?.port ?? 0);
  return formatEndpoint({ host: gateway.address, port } satisfies Endpoint);
}

function transportOf(variant: OpenvpnVariant): 'udp' | 'tcp' {
  return variant === 'udp' ? 'udp' : 'tcp';
}
