import { api, type OpenvpnOffer } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { liveExits, liveUpstreams } from '../exits/index.ts';
import { gatewaysInService, type KnownGateway } from '../gateways/index.ts';
import { allLocations } from './locations.store.ts';
import { loadOf } from './load.ts';
import { throughOf } from './server-list.ts';

export const listLocationsRoute = (deps: { readonly reads: Database; readonly clock: Clock }) =>
  route(api.listLocations, async () => {
    const now = deps.clock.now();
    const [locations, gateways, exits, upstreams] = await Promise.all([
      allLocations(deps.reads),
      gatewaysInService(deps.reads, now),
      liveExits(deps.reads, now),
      liveUpstreams(deps.reads, now),
    ]);
    const through = new Map(throughOf(exits, upstreams).map((one) => [one.location, one.gateways]));
    return ok({
      locations: locations.map((location) => {
        const leading = through.get(location.code);
        const there = gateways.filter(({ id, locationCode }) =>
          leading === undefined ? locationCode === location.code : leading.includes(id),
        );
        const online = there.some((gateway) => gateway.online);
        // Only traffic with a ticket leaves through exits, and OpenVPN has no tickets.
        const protocols = protocolsOf(leading === undefined ? there : there.map(() => ({ openvpn: null })));
        return { ...location, ...protocols, load: loadOf(there), online };
      }),
    });
  });

export const serverListRoute = (readList: () => Promise<string>) =>
  route(api.serverList, async () => ok({ list: await readList() }));

interface OfferedProtocols {
  readonly protocols: ('wireguard' | 'openvpn')[];
  readonly variants: OpenvpnOffer['variant'][];
}

const variantsInOrder: readonly OpenvpnOffer['variant'][] = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];

/**
 * Returns the protocols and variants that these gateways offer together. Every gateway offers WireGuard; one gateway is enough for each of
 * the others.
 */
function protocolsOf(gateways: readonly Pick<KnownGateway, 'openvpn'>[]): OfferedProtocols {
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
