import { type DaemonSettings, type OpenvpnVariant, openvpnVariants, type Way } from '@comet/tunnel-protocol';

/** The user's choice of protocol and OpenVPN variant. */
export type Choice = Pick<DaemonSettings, 'protocol' | 'variant'>;

/** All transports, from the fastest to the one that passes the most restrictive networks. */
const fallbackOrder: readonly Way[] = [
  { protocol: 'wireguard' },
  ...openvpnVariants.map((variant): Way => ({ protocol: 'openvpn', variant })),
];

const obfuscated: ReadonlySet<OpenvpnVariant> = new Set(['tls', 'shadowsocks', 'obfs4']);

/**
 * The transports to try with a gateway that offers `offered`, in order: first `worked`, which worked last on this network, then the chosen
 * ones from the fastest down. Empty when the gateway offers none of the chosen ones.
 */
export function transportFallback(
  choice: Choice,
  offered: readonly Way[],
  worked: Way | null,
): readonly Way[] {
  const possible = fallbackOrder.filter(
    (rung) => chosen(choice, rung) && offered.some((offer) => sameTransport(offer, rung)),
  );
  const known = worked === null ? undefined : possible.find((rung) => sameTransport(rung, worked));
  return known === undefined ? possible : [known, ...possible.filter((rung) => rung !== known)];
}

function chosen({ protocol, variant }: Choice, way: Way): boolean {
  if (protocol !== 'automatic' && way.protocol !== protocol) return false;
  return variant === 'automatic' || (way.protocol === 'openvpn' && way.variant === variant);
}

export function sameTransport(one: Way, other: Way): boolean {
  return one.protocol === 'openvpn' && other.protocol === 'openvpn'
    ? one.variant === other.variant
    : one.protocol === other.protocol;
}

/** Whether a transport is obfuscated, so that it may pass a network that blocks the gateway's admission endpoint. */
export function isObfuscated(way: Way): boolean {
  return way.protocol === 'openvpn' && obfuscated.has(way.variant);
}

/** Whether a transport needs a TCP port of the gateway. */
export function isOverTcp(way: Way): boolean {
  return way.protocol === 'openvpn' && way.variant !== 'udp';
}
