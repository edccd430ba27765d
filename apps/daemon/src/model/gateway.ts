import { type BlockList, knownBlockLists, type OpenvpnOffer, type ServerList } from '@comet/admission';
import type { GatewayLocation, WireguardTransport } from '@comet/tunnel-protocol';
import { wireguardTransports } from '@comet/tunnel-protocol/choices';
import { type GatewayExit, isResidential } from './gateway-exit.ts';

/** A point on Earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A gateway's server that accepts WireGuard's datagrams over another transport, at its port. */
export interface TransportOffer {
  readonly over: WireguardTransport;
  readonly port: number;
}

/** A gateway of the signed list, with its location. */
export interface Gateway {
  readonly id: string;
  readonly place: GatewayLocation;
  readonly serverName: string;
  /** Its address from this machine: `ipv4`, or its IPv6 address on an IPv6-only network. */
  readonly address: string;
  /** Its address from other gateways. */
  readonly ipv4: string;
  readonly ipv6: string | null;
  /** Coordinates of its location. */
  readonly at: Point;
  /** Load in percent; null while unknown. */
  readonly load: number | null;
  readonly admissionPort: number;
  readonly wireguardPort: number;
  /** Its WireGuard ports in the order to try, also `wireguardPort`. Empty if it does not offer the chosen one. */
  readonly wireguardPorts: readonly number[];
  /** Other transports of its WireGuard, in the order to try. */
  readonly wireguardTransports: readonly TransportOffer[];
  readonly wireguardPublicKey: string;
  /** Ports and keys of its OpenVPN servers, at most one per variant; empty for a WireGuard-only gateway. */
  readonly openvpn: readonly OpenvpnOffer[];
  /** The block lists of its resolver. */
  readonly blockLists: readonly BlockList[];
  readonly online: boolean;
  /** The exit behind the gateway, if any; the same gateway is also listed without one. */
  readonly exit?: GatewayExit;
}

/**
 * The gateways of a list with their IPv4 addresses, and once more for each exit location behind them. A gateway without a listed location
 * is omitted: it has no name to show.
 */
export function gatewaysOf(list: ServerList): readonly Gateway[] {
  const direct = directGatewaysOf(list);
  const known = new Map(direct.map((gateway) => [gateway.id, gateway]));
  const locations = new Map(list.locations.map((location) => [location.code, location]));
  const exitGateways = list.through.flatMap(({ location: code, gateways }) => {
    const location = locations.get(code);
    if (location === undefined || !isResidential(location.type)) return [];
    const { type, country, countryName, city } = location;
    return gateways.flatMap((id): Gateway[] => {
      const gateway = known.get(id);
      if (gateway === undefined) return [];
      const place = { gateway: id, location: code, country, countryName, city };
      // The ticket selects the exit, and OpenVPN has no tickets.
      return [{ ...gateway, place, openvpn: [], exit: { type, location: code } }];
    });
  });
  return [...direct, ...exitGateways];
}

function directGatewaysOf(list: ServerList): readonly Gateway[] {
  const locations = new Map(list.locations.map((location) => [location.code, location]));
  return list.gateways.flatMap((gateway): Gateway[] => {
    const location = locations.get(gateway.location);
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
        admissionPort: gateway.doorPort,
        wireguardPort: gateway.wireguardPort,
        wireguardPorts: [...new Set([gateway.wireguardPort, ...gateway.wireguardExtraPorts])],
        wireguardTransports: transportOffers(gateway.wireguardTransports),
        wireguardPublicKey: gateway.wireguardPublicKey,
        openvpn: gateway.openvpn?.offers ?? [],
        blockLists: knownBlockLists(gateway),
        online: gateway.online,
      },
    ];
  });
}

/** The offers of the transports that this daemon has, in their order; a newer gateway may have others. */
function transportOffers(
  listed: ServerList['gateways'][number]['wireguardTransports'] = [],
): TransportOffer[] {
  return wireguardTransports.flatMap((over) => {
    const listedAs = over === 'shadowsocks_tcp' ? 'shadowsocks' : over;
    const offers = listed.filter(({ kind }) => kind === listedAs).map(({ port }) => ({ over, port }));
    if (over !== 'scrambled' && over !== 'cover') return offers;
    // One port, as nothing shows that a port passes before WireGuard responds: the one that the fewest networks block.
    return scrambledPorts
      .flatMap((port) => offers.filter((offer) => offer.port === port))
      .concat(offers)
      .slice(0, 1);
  });
}

/** Ports for scrambled datagrams in the order of preference. */
const scrambledPorts: readonly number[] = [443, 53, 4500, 51_820, 123, 80];

/** The WireGuard port that is tried first. */
export function firstPort({ wireguardPort, wireguardPorts }: Gateway): number {
  return wireguardPorts[0] ?? wireguardPort;
}

/** The gateway with another of its ports as the first one. */
export function withFirstPort(gateway: Gateway, port: number): Gateway {
  const others = gateway.wireguardPorts.filter((one) => one !== port);
  return { ...gateway, wireguardPorts: [port, ...others] };
}

/** The gateways with their IPv6 addresses, for a machine without IPv4; gateways without IPv6 are omitted. */
export function overIpv6(gateways: readonly Gateway[]): readonly Gateway[] {
  return gateways.flatMap((gateway) =>
    gateway.ipv6 === null ? [] : [{ ...gateway, address: gateway.ipv6 }],
  );
}
