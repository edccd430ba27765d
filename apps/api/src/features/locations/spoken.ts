import type { OpenvpnOffer } from '@comet/contract';
import type { KnownGateway } from '../gateways/index.ts';

export interface Spoken {
  readonly protocols: ('wireguard' | 'openvpn')[];
  readonly variants: OpenvpnOffer['variant'][];
}

const variantsInOrder: readonly OpenvpnOffer['variant'][] = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];

/** What can be had of these gateways together. Every gateway speaks WireGuard; one of them is enough for the rest. */
export function spokenBy(gateways: readonly Pick<KnownGateway, 'openvpn'>[]): Spoken {
  const offered = new Set(
    gateways.flatMap(({ openvpn }) => openvpn?.offers ?? []).map((offer) => offer.variant),
  );
  return {
    protocols: [
      ...(gateways.length > 0 ? (['wireguard'] as const) : []),
      ...(offered.size > 0 ? (['openvpn'] as const) : []),
    ],
    variants: variantsInOrder.filter((variant) => offered.has(variant)),
  };
}
