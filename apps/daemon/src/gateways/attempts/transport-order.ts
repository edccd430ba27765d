import {
  type DaemonSettings,
  type OpenvpnVariant,
  openvpnVariants,
  type Transport,
} from '@comet/tunnel-protocol';

/** The user's choice of protocol and OpenVPN variant. */
export type TransportSettings = Pick<DaemonSettings, 'protocol' | 'variant'>;

/** The same, with WireGuard's port. */
export type Choice = TransportSettings & Pick<DaemonSettings, 'wireguardPort'>;

/** The transport that worked last on a network, with WireGuard's port unless it was the gateway's main one. */
export type WorkedTransport =
  | { readonly protocol: 'wireguard'; readonly port?: number | undefined }
  | Extract<Transport, { protocol: 'openvpn' }>;

/** All transports, from the fastest to the one that passes the most restrictive networks. */
const fallbackOrder: readonly Transport[] = [
  { protocol: 'wireguard' },
  ...openvpnVariants.map((variant): Transport => ({ protocol: 'openvpn', variant })),
];

const obfuscated: ReadonlySet<OpenvpnVariant> = new Set(['tls', 'shadowsocks', 'obfs4']);

/**
 * The transports to try with a gateway that offers `offered`, in order: first `worked`, which worked last on this network, then the chosen
 * ones from the fastest down. Empty when the gateway offers none of the chosen ones.
 */
export function transportsInOrder(
  choice: TransportSettings,
  offered: readonly Transport[],
  worked: Transport | null,
): readonly Transport[] {
  const possible = fallbackOrder.filter(
    (transport) => isChosen(choice, transport) && offered.some((offer) => sameTransport(offer, transport)),
  );
  const known = worked === null ? undefined : possible.find((transport) => sameTransport(transport, worked));
  return known === undefined ? possible : [known, ...possible.filter((transport) => transport !== known)];
}

function isChosen({ protocol, variant }: TransportSettings, transport: Transport): boolean {
  if (protocol !== 'automatic' && transport.protocol !== protocol) return false;
  return variant === 'automatic' || (transport.protocol === 'openvpn' && transport.variant === variant);
}

/** Returns whether two transports have the same protocol and, for OpenVPN, the same variant. */
export function sameTransport(one: Transport, other: Transport): boolean {
  return one.protocol === 'openvpn' && other.protocol === 'openvpn'
    ? one.variant === other.variant
    : one.protocol === other.protocol;
}

/** Whether a transport is obfuscated, so that it may pass a network that blocks the gateway's admission endpoint. */
export function isObfuscated(transport: Transport): boolean {
  return transport.protocol === 'openvpn' && obfuscated.has(transport.variant);
}

/** Whether a transport needs a TCP port of the gateway. */
export function isOverTcp(transport: Transport): boolean {
  return transport.protocol === 'openvpn' && transport.variant !== 'udp';
}
