import type { BlockList, OpenvpnOffer, ServerList } from '@comet/admission';
import type { Place } from '@comet/tunnel-protocol';
import { type GatewayExit, isResidential } from './gateway-exit.ts';

/** A point on Earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A gateway as the signed list names it, with the place it stands in. */
export interface Gateway {
  readonly id: string;
  readonly place: Place;
  readonly serverName: string;
  /** Where it is reached from this machine: `ipv4`, or its IPv6 address on a network of IPv6 alone. */
  readonly address: string;
  /** How another gateway reaches it. */
  readonly ipv4: string;
  readonly ipv6: string | null;
  /** Where it stands. */
  readonly at: Point;
  /** How busy it is, in percent; null while unknown. */
  readonly load: number | null;
  readonly doorPort: number;
  readonly wireguardPort: number;
  readonly wireguardPublicKey: string;
  /** How its OpenVPN servers are reached, each variant once at most; none where it speaks WireGuard only. */
  readonly openvpn: readonly OpenvpnOffer[];
  /** The lists of names that its resolver can keep back. */
  readonly blockLists: readonly BlockList[];
  readonly online: boolean;
  /** Set where traffic is to leave behind it by an exit; the same gateway is listed without one, too. */
  readonly exit?: GatewayExit;
}

/**
 * The gateways of a list, as they are reached over IPv4, and once more for each location of exits that they lead to. One whose location
 * the list does not know is left out: it could not be named to anyone.
 */
export function gatewaysOf(list: ServerList): readonly Gateway[] {
  const standing = standingOf(list);
  const known = new Map(standing.map((gateway) => [gateway.id, gateway]));
  const places = new Map(list.locations.map((location) => [location.code, location]));
  const leading = list.through.flatMap(({ location: code, gateways }) => {
    const location = places.get(code);
    if (location === undefined || !isResidential(location.type)) return [];
    const { type, country, countryName, city } = location;
    return gateways.flatMap((id): Gateway[] => {
      const gateway = known.get(id);
      if (gateway === undefined) return [];
      const place = { gateway: id, location: code, country, countryName, city };
      // Through an exit goes what a ticket says, and OpenVPN has none.
      return [{ ...gateway, place, openvpn: [], exit: { type, location: code } }];
    });
  });
  return [...standing, ...leading];
}

function standingOf(list: ServerList): readonly Gateway[] {
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
        ipv4: gateway.ipv4,
        ipv6: gateway.ipv6,
        at: { latitude: location.latitude, longitude: location.longitude },
        load: gateway.loadPercent,
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

/** The same gateways as a machine reaches them that has no IPv4. Those that have no IPv6 are out of its reach. */
export function overIpv6(gateways: readonly Gateway[]): readonly Gateway[] {
  return gateways.flatMap((gateway) =>
    gateway.ipv6 === null ? [] : [{ ...gateway, address: gateway.ipv6 }],
  );
}
