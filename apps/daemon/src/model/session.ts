import type { Admittance } from '@comet/contract';
import type { OpenvpnVariant } from '@comet/tunnel-protocol';
import type { Gateway } from './gateway.ts';

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
}

/** What a gateway granted: all parameters of a running tunnel. */
export type Session = WireguardSession | OpenvpnSession;

export interface OpenvpnSession {
  readonly protocol: 'openvpn';
  readonly gateway: Gateway;
  readonly variant: OpenvpnVariant;
  readonly lease: TunnelLease;
}

export interface WireguardSession {
  readonly protocol: 'wireguard';
  readonly gateway: Gateway;
  readonly ticket: string;
  /** This machine's WireGuard public key for the session. */
  readonly publicKey: string;
  readonly admittance: Admittance;
  readonly via?: Hop;
}
