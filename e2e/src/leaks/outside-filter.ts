/** Addresses that gateways lease inside a tunnel (RFC 6598, RFC 4193). On the LAN, no packet may carry one as its source. */
export const fromTunnelAddress = '(src net 100.64.0.0/10 or src net fd00:c0:e7::/48)';

/**
 * What may pass between the client and its LAN while protected: the tunnel itself, the gateways' admission endpoints and, from the
 * client's own LAN address, our API (the firewall opens both to root only; the test traffic runs as another user and contacts neither),
 * neighbour discovery and DHCP.
 */
const allowed = (ownAddresses: readonly string[]): readonly string[] => [
  'arp',
  '((udp port 51820 or udp port 1194) and (host 203.0.113.101 or host 203.0.113.102))',
  // WireGuard at its further ports: a type of 1 to 4, and three zero bytes.
  '((udp port 53 or udp port 80 or udp port 123 or udp port 443 or udp port 4500) and (host 203.0.113.101 or host 203.0.113.102) and udp[8] >= 1 and udp[8] <= 4 and udp[9:2] = 0 and udp[11] = 0)',
  // Later fragments of a datagram have no port; the first fragment must match the line above.
  '(ip proto 17 and ip[6:2] & 0x1fff != 0 and (host 203.0.113.101 or host 203.0.113.102))',
  '((tcp port 1195 or tcp port 8443 or tcp port 8388 or tcp port 9443) and (host 203.0.113.101 or host 203.0.113.102))',
  '(tcp port 443 and (host 203.0.113.101 or host 203.0.113.102 or host 2001:db8:0:1::101 or host 2001:db8:0:1::102))',
  `(tcp dst port 80 and (dst host 203.0.113.10 or dst host 2001:db8:0:1::10) and (${ownAddresses.map((address) => `src host ${address}`).join(' or ')}))`,
  '(icmp6 and (ip6[40] >= 133 and ip6[40] <= 136))',
  // Multicast listener reports of the interface itself carry a hop-by-hop header; they hold no user's traffic.
  '(ip6 multicast and ip6[6] == 0)',
  'igmp',
  '(udp port 67 or udp port 68 or udp port 546 or udp port 547)',
];

/**
 * Returns the filter, in the syntax of pcap-filter(7), of a client's packets outside its tunnel: those that are neither `allowed` nor
 * `further`, and all with a tunnel's source address. `ownAddresses` are the client's addresses on the LAN.
 */
export function outsideFilter(ownAddresses: readonly string[], further: readonly string[] = []): string {
  return `${fromTunnelAddress} or not (${[...allowed(ownAddresses), ...further].join(' or ')})`;
}
