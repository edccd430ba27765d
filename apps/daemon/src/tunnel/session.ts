import { type Endpoint, formatEndpoint } from '@comet/foundation';
import type { OpenvpnVariant, Transport } from '@comet/tunnel-protocol';
import { firstPort, type Gateway, type TransportOffer } from '../model/gateway.ts';
import type { WorkedTransport } from '../gateways/attempts/transport-order.ts';
import type { DataPlane } from '../platform/firewall/firewall.ts';
import {
  type Hop,
  outerTransportOf,
  type TunnelLease,
  type Session,
  type WireguardSession,
} from '../model/session.ts';
import type { State } from './state.ts';

/** Returns the inner addresses and resolvers that the gateway leased to a session. */
export function leaseOf(session: Session): TunnelLease {
  return session.protocol === 'wireguard' ? session.admittance : session.lease;
}

/** Returns the transport of a running session. */
export function sessionTransport(session: Session): Transport {
  if (session.protocol === 'openvpn') return { protocol: 'openvpn', variant: session.variant };
  const outerTransport = outerTransportOf(session);
  return {
    protocol: 'wireguard',
    ...(outerTransport === undefined ? {} : { over: outerTransport.over }),
  };
}

/** Returns what a running session proves about its network. */
export function workedTransport(session: Session): WorkedTransport {
  if (session.protocol !== 'wireguard') return { protocol: 'openvpn', variant: session.variant };
  const outerTransport = outerTransportOf(session);
  if (outerTransport !== undefined) return { protocol: 'wireguard', over: outerTransport.over };
  const { gateway, admittance } = session.via ?? session;
  const port = admittance.wireguardPort;
  return { protocol: 'wireguard', ...(port === gateway.wireguardPort ? {} : { port }) };
}

/** Returns the transport of a state's tunnel or attempt; null if there is none. */
export function currentTransport(state: State): Transport | null {
  if (state.kind === 'connected') return sessionTransport(state.session);
  return state.kind === 'connecting' ? (state.connectionAttempt?.transport ?? null) : null;
}

/** Returns protocol and port of a transport's packets, for WireGuard at `wireguardPort` if given. Null if the gateway does not offer it. */
export function dataPlaneOf(
  gateway: Gateway,
  transport: Transport,
  wireguardPort?: number,
): DataPlane | null {
  if (transport.protocol === 'wireguard' && transport.over !== undefined) {
    const offer = gateway.wireguardTransports.find(({ over }) => over === transport.over);
    return offer === undefined ? null : outerPlane({ ...offer, port: wireguardPort ?? offer.port });
  }
  if (transport.protocol === 'wireguard')
    return { transport: 'udp', port: wireguardPort ?? firstPort(gateway) };
  const offer = gateway.openvpn.find(({ variant }) => variant === transport.variant);
  return offer === undefined ? null : { transport: transportOf(transport.variant), port: offer.port };
}

/** Returns protocol and port of the packets of a program that carries WireGuard's datagrams. */
export function outerPlane({ over, port }: TransportOffer): DataPlane {
  const isTcp = over === 'tcp' || over === 'shadowsocks_tcp';
  return { transport: isTcp ? 'tcp' : 'udp', port, sender: 'program' };
}

/** The TCP ports of a gateway's OpenVPN, plain and obfuscated. */
export function tcpPortsOf({ openvpn }: Gateway): readonly number[] {
  return openvpn.filter(({ variant }) => transportOf(variant) === 'tcp').map(({ port }) => port);
}

/** The overhead of WireGuard in WireGuard for inner packets: the outer IPv4, UDP and WireGuard headers. */
const hopOverhead = 60;

/** WireGuard pads packets to multiples of it, in bytes. */
const paddingUnit = 16;

/** The MTU in bytes of a tunnel over QUIC or Shadowsocks: with their headers, larger packets do not fit on every network (RFC 9221). */
const datagramMtu = 1280;

/**
 * The MTU in bytes of the tunnel to the first of two gateways where packets are limited: it carries packets of IPv6's minimum (1,280) of the
 * second tunnel. Also with cover traffic, whose datagrams all have one length (crates/datagram-transport/src/scrambled/cover). A
 * multiple of 16: a gateway pads a packet of the tunnel to it, as its own MTU is larger.
 */
const carryingMtu = 1344;

/** Returns the MTU of a session's link in bytes; with two gateways, the link carries the packets to the second in those to the first. */
export function linkMtuOf(session: WireguardSession): number {
  const { via, admittance, outerTransport } = session;
  if (via !== undefined) return hopMtuOf(via);
  const over = outerTransport?.over;
  if (over === 'cover') return Math.min(carryingMtu, admittance.mtu);
  return over === 'quic' || over === 'shadowsocks' ? Math.min(datagramMtu, admittance.mtu) : admittance.mtu;
}

/** Returns the MTU of the link to the first of two gateways in bytes. */
export function hopMtuOf({ admittance: { mtu }, outerTransport }: Hop): number {
  const over = outerTransport?.over;
  const isLimited = over === 'cover' || over === 'quic' || over === 'shadowsocks';
  return isLimited ? Math.min(carryingMtu, mtu) : mtu;
}

/** Returns the MTU of a session through two gateways; null if the link's own MTU applies. */
export function innerMtu(session: Session): number | null {
  if (session.protocol !== 'wireguard' || session.via === undefined) return null;
  const carried = hopMtuOf(session.via) - hopOverhead;
  // A packet is padded before it is put into the outer one.
  return Math.min(session.admittance.mtu, carried - (carried % paddingUnit));
}

/** The gateway that packets are sent to outside of every tunnel: of two, the first. */
export function outerGatewayOf(session: Session): Gateway {
  return session.protocol === 'wireguard' && session.via !== undefined
    ? session.via.gateway
    : session.gateway;
}

/** The gateway's endpoint of a tunnel, `address:port`; of two gateways, that of the second. */
export function endpointOf(session: Session): string {
  const { gateway } = session;
  const port =
    session.protocol === 'wireguard'
      ? (session.outerTransport ?? { port: session.admittance.wireguardPort }).port
      : (dataPlaneOf(gateway, sessionTransport(session))?.port ?? 0);
  return formatEndpoint({ host: gateway.address, port } satisfies Endpoint);
}

function transportOf(variant: OpenvpnVariant): 'udp' | 'tcp' {
  return variant === 'udp' ? 'udp' : 'tcp';
}
