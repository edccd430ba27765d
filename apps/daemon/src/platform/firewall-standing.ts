import { type NftBatch, nft } from '@comet/linux-network';
import { tunnelPrefixes } from './tunnel-prefixes.ts';

/**
 * What a station on a network cannot do without, in every policy: asking for an address (DHCP, RFC 2131 and RFC 8415) and finding
 * its neighbours (RFC 4861), each bound to the addresses that this takes and to hop limit 255, which no router lets through. Of
 * neighbours that is any unicast address: a router may ask from its global one, and the answer goes where the question came from (7.2.4).
 */
export const stationOutput = nft`ip daddr 255.255.255.255 udp sport 68 udp dport 67 accept
ip6 saddr fe80::/10 ip6 daddr { ff02::1:2, ff05::1:3 } udp sport 546 udp dport 547 accept
ip6 hoplimit 255 ip6 daddr ff02::2 icmpv6 type nd-router-solicit accept
ip6 hoplimit 255 ip6 daddr ff02::1:ff00:0/104 icmpv6 type nd-neighbor-solicit accept
ip6 hoplimit 255 ip6 daddr ff02::1 icmpv6 type nd-neighbor-advert accept
ip6 hoplimit 255 ip6 daddr != ff00::/8 icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`;

/** What a station hears on a network; `from` says on which links: nobody in a tunnel is a neighbour, a router or a DHCP server. */
export function stationInput(from: NftBatch): NftBatch {
  return nft`${from} udp sport 67 udp dport 68 accept
${from} ip6 saddr fe80::/10 ip6 daddr fe80::/10 udp sport 547 udp dport 546 accept
${from} ip6 saddr fe80::/10 ip6 hoplimit 255 icmpv6 type nd-router-advert accept
${from} ip6 hoplimit 255 icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`;
}

/** Word from a router on the way that our packets to the gateway are too large for it. */
export const icmpTooBig = nft`ct state related icmp type destination-unreachable icmp code frag-needed accept
ct state related icmpv6 type packet-too-big accept`;

/** The private ranges (RFC 1918, 3927, 4193, 4291) and the groups with which devices of one network find each other. */
export const lanPrefixes = {
  ipv4: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ipv4Groups: ['224.0.0.0/24', '239.255.255.250', '239.255.255.251', '255.255.255.255'],
  ipv6: ['fe80::/10', 'fc00::/7'],
  ipv6Groups: ['ff02::/16', 'ff05::/16'],
} as const;

/**
 * Tunnels' own addresses are nobody's here: what is refused while a tunnel goes would be answered to the address that it had, with the
 * name of who was spoken to in it.
 */
export const lanOutput = nft`ip daddr ${[...lanPrefixes.ipv4, ...lanPrefixes.ipv4Groups]} accept
ip6 daddr ${[...lanPrefixes.ipv6, ...lanPrefixes.ipv6Groups]} ip6 daddr != ${tunnelPrefixes.ipv6} accept`;

export const lanInput = nft`ip saddr ${lanPrefixes.ipv4} accept
ip6 saddr ${lanPrefixes.ipv6} accept`;

/** Both ends are neighbours. By its state alone no packet passes: a connection from before the tunnel would go on outside of it. */
export const lanForward = nft`ip saddr ${lanPrefixes.ipv4} ip daddr ${lanPrefixes.ipv4} accept
ip6 saddr ${lanPrefixes.ipv6} ip6 daddr ${lanPrefixes.ipv6} accept`;
