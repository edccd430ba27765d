import { type DaemonSettings, type OpenvpnVariant, openvpnVariants, type Way } from '@comet/tunnel-protocol';

/** What a user has chosen of protocols. */
export type Choice = Pick<DaemonSettings, 'protocol' | 'variant'>;

/** From the fastest to what passes where little does. */
const fallbackOrder: readonly Way[] = [
  { protocol: 'wireguard' },
  ...openvpnVariants.map((variant): Way => ({ protocol: 'openvpn', variant })),
];

const obfuscated: ReadonlySet<OpenvpnVariant> = new Set(['tls', 'shadowsocks', 'obfs4']);

/**
 * The ways to try with a gateway that offers `offered`, in order: what the user chose, down from the fastest, and before all what
 * worked on this network before. Empty when it offers nothing of what was chosen.
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

/** Whether a way hides what it carries, so that it may pass where the gateway's plain admission endpoints do not. */
export function isObfuscated(way: Way): boolean {
  return way.protocol === 'openvpn' && obfuscated.has(way.variant);
}

/** Whether a way needs a TCP port of the gateway for its packets. */
export function isOverTcp(way: Way): boolean {
  return way.protocol === 'openvpn' && way.variant !== 'udp';
}
