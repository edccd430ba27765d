import type { OpenvpnOffer } from '@comet/contract';
import type { KnownGateway } from '../gateways/index.ts';

interface OfferedProtocols {
  readonly protocols: ('wireguard' | 'openvpn')[];
  readonly variants: OpenvpnOffer['variant'][];
}

const variantsInOrder: readonly OpenvpnOffer['variant'][] = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];

/**
 * Returns the protocols and variants that these gateways offer together. Every gateway offers WireGuard; one gateway is enough for each of
 * the others.
 */
export function protocolsOf(gateways: readonly Pick<KnownGateway, 'openvpn'>[]): OfferedProtocols {
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
