import { type NftBatch, nft } from '@comet/linux-network';
import { family } from './firewall-gateway.ts';

/**
 * Marks of packets that leave outside the tunnel, or by the tunnel of one of the slots. The firewall requires the same value in the upper
 * half of the connection's mark, which only rules can set; see `split-rules.ts`.
 */
export const routeMarks = { direct: 0xc0_f0, slots: [0xc0_f1, 0xc0_f2, 0xc0_f3, 0xc0_f4] } as const;

/**
 * Local ports of connections that local proxies make at a location: outside Linux's range for other programs (32768 to 60999). No route of a
 * site and no split tunnelling applies to them.
 */
export const proxyPorts = { first: 61_000, last: 61_999 } as const;

/** Matches the packets of local proxies to locations: the daemon's, from these ports. */
export const ofProxies = nft`meta skuid 0 meta l4proto { tcp, udp } th sport ${proxyPorts.first}-${proxyPorts.last}`;

/** Matches packets with a mark of ours whose connection has it, too. */
export function isMarked(mark: number): NftBatch {
  return nft`meta mark ${mark} ct mark & ${0xff_ff_00_00} == ${mark * 0x1_0000}`;
}

/** Matches connections with a mark. */
function isConnectionMarked(mark: number): NftBatch {
  return nft`ct mark & ${0xff_ff_00_00} == ${mark * 0x1_0000}`;
}

/** The tunnel of a slot, for the firewall. */
export interface RouteTunnel {
  readonly link: string;
  readonly mark: number;
  readonly ipv4: string;
  readonly ipv6: string;
}

/** The traffic of routes that the firewall allows besides that of the main tunnel. */
export interface RoutedTraffic {
  /** Whether some of it leaves outside every tunnel. */
  readonly direct: boolean;
  /** The tunnels that are up. */
  readonly tunnels: readonly RouteTunnel[];
}

/** Allows the marked packets of routes. */
export function routedOutput({ direct, tunnels }: RoutedTraffic): NftBatch[] {
  return [
    ...(direct ? [nft`${isMarked(routeMarks.direct)} accept`] : []),
    ...tunnels.flatMap(({ link, mark, ipv4, ipv6 }) => [
      // Until the end of these rules a marked packet has its former link; `route-rules.ts` compares the final one.
      nft`${isMarked(mark)} accept`,
      // To the gateway itself, for the post-quantum PSK.
      nft`oifname ${link} ip saddr ${ipv4} accept`,
      nft`oifname ${link} ip6 saddr ${ipv6} accept`,
    ]),
  ];
}

/** Replies to that traffic. */
export function routedInput({ direct, tunnels }: RoutedTraffic): NftBatch[] {
  const replies = nft`ct state established,related accept`;
  return [
    ...(direct ? [nft`${isConnectionMarked(routeMarks.direct)} ${replies}`] : []),
    ...tunnels.map(({ link }) => nft`iifname ${link} ${replies}`),
  ];
}

/** Packets for a tunnel's address are accepted on its own link only, as in `prerouting`. */
export function routedPrerouting({ tunnels }: RoutedTraffic): NftBatch[] {
  return tunnels.flatMap(({ link, ipv4, ipv6 }) =>
    [ipv4, ipv6].map((address) => nft`iifname != ${link} ${family(address)} daddr ${address} drop`),
  );
}
