import type { BlockList, OpenvpnOffer, ServerList } from '@comet/admission';
import type { Place } from '@comet/tunnel-protocol';

/** A gateway as the signed list names it, with the place it stands in. */
export interface Gateway {
  readonly id: string;
  readonly place: Place;
  readonly serverName: string;
  readonly address: string;
  readonly doorPort: number;
  readonly wireguardPort: number;
  readonly wireguardPublicKey: string;
  /** How its OpenVPN servers are reached, each variant once at most; none where it speaks WireGuard only. */
  readonly openvpn: readonly OpenvpnOffer[];
  /** The lists of names that its resolver can keep back. */
  readonly blockLists: readonly BlockList[];
  readonly online: boolean;
}

/** The gateways of a list. One whose location the list does not know is left out: it could not be named to anyone. */
export function gatewaysOf(list: ServerList): readonly Gateway[] {
  const places = new Map(list.locations.map((location) => [location.code, location]));
  return list.gateways.flatMap((gateway): Gateway[] => {
    const location = places.get(gateway.location);
    if (location === undefined) return [];
    const { country, countryName, city } = location;
    return [
      {
        id: gateway.id,
        place: { gateway: gateway.id, location: gateway.location, country, countryName, city },
        serverName: gateway.serverName,
        address: gateway.ipv4,
        doorPort: gateway.doorPort,
        wireguardPort: gateway.wireguardPort,
        wireguardPublicKey: gateway.wireguardPublicKey,
        openvpn: gateway.openvpn?.offers ?? [],
        blockLists: gateway.blockLists,
        online: gateway.online,
      },
    ];
  });
}
