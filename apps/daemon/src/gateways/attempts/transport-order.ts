import {
  type DaemonSettings,
  type OpenvpnVariant,
  openvpnVariants,
  type Transport,
} from '@comet/tunnel-protocol';
import { wireguardTransports } from '@comet/tunnel-protocol/choices';

/** The user's choice of protocol, OpenVPN variant and WireGuard transport. */
export type TransportSettings = Pick<DaemonSettings, 'protocol' | 'variant' | 'wireguardOver'>;

/** The same, with WireGuard's port. */
export type Choice = TransportSettings & Pick<DaemonSettings, 'wireguardPort'>;

/** The transport that worked last on a network, with WireGuard's UDP port unless it was the gateway's main one. */
export type WorkedTransport =
  | (Extract<Transport, { protocol: 'wireguard' }> & { readonly port?: number | undefined })
  | Extract<Transport, { protocol: 'openvpn' }>;

/**
 * All transports, from the fastest to the one that passes the most restrictive networks. WireGuard over UDP includes its other transports:
 * they are tried with the same session. On their own they are tried if one is chosen, or worked last.
 */
const fallbackOrder: readonly Transport[] = [
  { protocol: 'wireguard' },
  ...wireguardTransports.map((over): Transport => ({ protocol: 'wireguard', over })),
  ...openvpnVariants.map((variant): Transport => ({ protocol: 'openvpn', variant })),
];

const obfuscated: ReadonlySet<OpenvpnVariant> = new Set(['tls', 'shadowsocks', 'obfs4']);

/**
 * The transports to try with a gateway that offers `offered`, in order: first `worked`, which worked last on this network, then the chosen
 * ones from the fastest down. Empty when the gateway offers none of the chosen ones.
 */
export function transportsInOrder(
  choice: Choice,
  offered: readonly Transport[],
  worked: Transport | null,
): readonly Transport[] {
  const possible = fallbackOrder.filter(
    (transport) =>
      isChosen(choice, transport, worked) && offered.some((offer) => sameTransport(offer, transport)),
  );
  const known = worked === null ? undefined : possible.find((transport) => sameTransport(transport, worked));
  return known === undefined ? possible : [known, ...possible.filter((transport) => transport !== known)];
}

function isChosen(choice: Choice, transport: Transport, worked: Transport | null): boolean {
  const { protocol, variant, wireguardOver } = choice;
  // With cover traffic there is no fallback, also not to OpenVPN.
  if (wireguardOver === 'cover') return transport.protocol === 'wireguard' && transport.over === 'cover';
  if (protocol !== 'automatic' && transport.protocol !== protocol) return false;
  if (transport.protocol === 'wireguard' && transport.over === undefined && !mayUseUdp(choice)) return false;
  if (transport.protocol === 'wireguard' && transport.over !== undefined) {
    const isTriedAlone = transport.over !== 'cover' && worked !== null && sameTransport(transport, worked);
    return wireguardOver === transport.over || (mayUseOthers(choice) && isTriedAlone);
  }
  return variant === 'automatic' || (transport.protocol === 'openvpn' && transport.variant === variant);
}

/** Returns whether two transports have the same protocol and the same OpenVPN variant or WireGuard transport. */
export function sameTransport(one: Transport, other: Transport): boolean {
  return one.protocol === 'openvpn' && other.protocol === 'openvpn'
    ? one.variant === other.variant
    : one.protocol === 'wireguard' && other.protocol === 'wireguard' && one.over === other.over;
}

/** Whether WireGuard may be tried over UDP. */
export function mayUseUdp({ wireguardOver }: Pick<Choice, 'wireguardOver'>): boolean {
  return wireguardOver === 'automatic' || wireguardOver === 'direct';
}

/** Whether WireGuard's other transports may be tried in addition to UDP. */
export function mayUseOthers({
  wireguardOver,
  wireguardPort,
}: Omit<Choice, 'protocol' | 'variant'>): boolean {
  return wireguardOver === 'automatic' && wireguardPort === 'automatic';
}

/** Whether a transport is obfuscated, so that it may pass a network that blocks the gateway's admission endpoint. */
export function isObfuscated(transport: Transport): boolean {
  return transport.protocol === 'openvpn' && obfuscated.has(transport.variant);
}

/** Whether a transport needs a TCP port of the gateway. */
export function isOverTcp(transport: Transport): boolean {
  return transport.protocol === 'openvpn' && transport.variant !== 'udp';
}
