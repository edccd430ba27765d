import type { Admittance } from '@comet/contract';
import type { OpenvpnVariant } from '@comet/tunnel-protocol';
import { firstPort, type Gateway, type TransportOffer, withFirstPort } from './gateway.ts';

/** The addresses of this machine inside a tunnel. */
export interface TunnelLease {
  readonly ipv4: string;
  readonly ipv6: string;
  /** Resolvers inside the tunnel. */
  readonly dns: readonly string[];
  /** Bytes. */
  readonly mtu: number;
}

/** The first of two gateways, with the admittance that it granted. */
export interface Hop {
  readonly gateway: Gateway;
  readonly admittance: Admittance;
  /** What carries the datagrams between this machine and the gateway; absent for UDP. */
  readonly outerTransport?: RunningTransport;
}

/** What a gateway granted: all parameters of a running tunnel. */
export type Session = WireguardSession | OpenvpnSession;

export interface OpenvpnSession {
  readonly protocol: 'openvpn';
  readonly gateway: Gateway;
  readonly variant: OpenvpnVariant;
  readonly lease: TunnelLease;
}

/** A transport program that carries the datagrams of a session. WireGuard's endpoint is its port on 127.0.0.1. */
export interface RunningTransport extends TransportOffer {
  readonly localPort: number;
}

export interface WireguardSession {
  readonly protocol: 'wireguard';
  readonly gateway: Gateway;
  readonly ticket: string;
  /** This machine's WireGuard public key for the session. */
  readonly publicKey: string;
  /** Its `wireguardPort` is the port in use, which is the first one of `gateway`. */
  readonly admittance: Admittance;
  readonly via?: Hop;
  /** What carries its datagrams; absent for UDP, and of two gateways, where it belongs to the first. */
  readonly outerTransport?: RunningTransport;
}

/** Returns what carries the datagrams that leave this machine: of two gateways, those to the first. */
export function outerTransportOf(session: Session): RunningTransport | undefined {
  return session.protocol === 'wireguard' ? (session.via ?? session).outerTransport : undefined;
}

/** Returns a session by what the gateway granted, at the first of its ports. The main port is the one of the grant: the list may be older. */
export function grantedSession(
  granted: Pick<WireguardSession, 'gateway' | 'ticket' | 'publicKey' | 'admittance'>,
): WireguardSession {
  const { admittance } = granted;
  const { wireguardPort } = admittance;
  const ports = granted.gateway.wireguardPorts.map((port) =>
    port === granted.gateway.wireguardPort ? wireguardPort : port,
  );
  const gateway = { ...granted.gateway, wireguardPort, wireguardPorts: [...new Set(ports)] };
  return {
    ...{ protocol: 'wireguard', ...granted, gateway },
    admittance: { ...admittance, wireguardPort: firstPort(gateway) },
  };
}

/** Returns a gateway's session, or the first of two gateways, at another of its ports. */
export function atPort<T extends WireguardSession | Hop>(session: T, port: number): T {
  return {
    ...session,
    gateway: withFirstPort(session.gateway, port),
    admittance: { ...session.admittance, wireguardPort: port },
  };
}

/** Returns a session, or the first of two gateways, without what carried its datagrams: over UDP again. */
export function overUdp(session: WireguardSession): WireguardSession;
export function overUdp(hop: Hop): Hop;
export function overUdp({ outerTransport: _, ...target }: WireguardSession | Hop): WireguardSession | Hop {
  return target;
}
