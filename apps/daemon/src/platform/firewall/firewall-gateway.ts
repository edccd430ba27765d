import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import type { DataPlane, FirewallPolicy, GatewayContact } from './firewall.ts';

/** The user of the resolver program: an id that Debian, systemd and containers leave unused. */
export const resolverUid = 61_012;

/** Addresses that gateways assign: RFC 6598's shared addresses, and a /48 of our own by RFC 4193. */
export const tunnelPrefixes = { ipv4: '100.64.0.0/10', ipv6: 'fd00:c0:e7::/48' } as const;

/**
 * Traffic that a host on a network needs in every policy: requesting an address (DHCP, RFC 2131 and RFC 8415) and finding
 * its neighbours (RFC 4861), each limited to the addresses that this needs and to hop limit 255, which no router forwards. For
 * neighbours that is any unicast address: a router may solicit from its global one, and the reply is sent to the source (7.2.4).
 */
export const hostOutput = nft`ip daddr 255.255.255.255 udp sport 68 udp dport 67 accept
ip6 saddr fe80::/10 ip6 daddr { ff02::1:2, ff05::1:3 } udp sport 546 udp dport 547 accept
ip6 hoplimit 255 ip6 daddr ff02::2 icmpv6 type nd-router-solicit accept
ip6 hoplimit 255 ip6 daddr ff02::1:ff00:0/104 icmpv6 type nd-neighbor-solicit accept
ip6 hoplimit 255 ip6 daddr ff02::1 icmpv6 type nd-neighbor-advert accept
ip6 hoplimit 255 ip6 daddr != ff00::/8 icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`;

/**
 * Traffic that a host needs to receive on a network; `from` matches the links: in a tunnel there is no neighbour, router or DHCP server.
 */
export function hostInput(from: NftBatch): NftBatch {
  return nft`${from} udp sport 67 udp dport 68 accept
${from} ip6 saddr fe80::/10 ip6 daddr fe80::/10 udp sport 547 udp dport 546 accept
${from} ip6 saddr fe80::/10 ip6 hoplimit 255 icmpv6 type nd-router-advert accept
${from} ip6 hoplimit 255 icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`;
}

/** Routers on the path report with ICMP errors that packets to the gateway are too large. */
const icmpTooBig = nft`ct state related icmp type destination-unreachable icmp code frag-needed accept
ct state related icmpv6 type packet-too-big accept`;

/** The private ranges (RFC 1918, 3927, 4193, 4291) and the multicast groups for discovery in a local network. */
export const lanPrefixes = {
  ipv4: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ipv4Groups: ['224.0.0.0/24', '239.255.255.250', '239.255.255.251', '255.255.255.255'],
  ipv6: ['fe80::/10', 'fc00::/7'],
  ipv6Groups: ['ff02::/16', 'ff05::/16'],
} as const;

/**
 * Excludes the tunnels' own addresses: a refusal during the removal of a tunnel would be sent to the tunnel's former address, and contain
 * the address of the peer.
 */
export const lanOutput = nft`ip daddr ${[...lanPrefixes.ipv4, ...lanPrefixes.ipv4Groups]} accept
ip6 daddr ${[...lanPrefixes.ipv6, ...lanPrefixes.ipv6Groups]} ip6 daddr != ${tunnelPrefixes.ipv6} accept`;

/** `from` matches the links: a gateway can send packets from these prefixes, too. */
export function lanInput(from: NftBatch): NftBatch {
  return nft`${from} ip saddr ${lanPrefixes.ipv4} accept
${from} ip6 saddr ${lanPrefixes.ipv6} accept`;
}

/** Both ends are neighbours. The connection state alone allows no packet: a connection from before the tunnel would continue outside it. */
export function lanForward(from: NftBatch): NftBatch {
  return nft`${from} ip saddr ${lanPrefixes.ipv4} ip daddr ${lanPrefixes.ipv4} accept
${from} ip6 saddr ${lanPrefixes.ipv6} ip6 daddr ${lanPrefixes.ipv6} accept`;
}

/**
 * Packets of the gateway, and ICMP errors of routers on the path about too large packets. A neighbour can forge the gateway's address
 * and port: UDP is accepted only as a response to packets of ours, not at other ports of this machine.
 */
export function endpointInput({ address, dataPlane: { transport, port } }: GatewayContact): NftBatch {
  const from = nft`${family(address)} saddr ${address}`;
  return joinNft([
    transport === 'udp'
      ? nft`${from} udp sport ${port} ct state established accept`
      : nft`${from} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    icmpTooBig,
  ]);
}

/** Returns the rule that permits our marked packets to a gateway's data plane. */
export function endpointOutput(
  { address, dataPlane }: GatewayContact,
  { fwmark, obfuscatorUid }: TunnelMarks,
): NftBatch {
  const sent = nft`meta mark ${fwmark} ${toEndpoint(address, dataPlane)} accept`;
  return dataPlane.sender === 'program' ? nft`meta skuid ${obfuscatorUid} ${sent}` : sent;
}

/** Traffic to the second gateway of two: of our data plane, and of root to its admission endpoint. */
export function throughOutput(policy: FirewallPolicy, fwmark: number): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, admissionPort } = policy.through;
  const to = nft`oifname ${link} ${family(address)} daddr ${address}`;
  return [
    nft`${to} meta mark ${fwmark} udp dport ${wireguardPort} accept`,
    nft`${to} meta skuid 0 tcp dport ${admissionPort} accept`,
  ];
}

/** Replies to the traffic of `throughOutput`: packets that open a connection are not accepted. */
export function throughInput(policy: FirewallPolicy): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, admissionPort } = policy.through;
  const from = nft`iifname ${link} ${family(address)} saddr ${address}`;
  return [
    nft`${from} udp sport ${wireguardPort} ct state established accept`,
    nft`${from} tcp sport ${admissionPort} tcp flags & (syn | ack) != syn accept`,
  ];
}

function toEndpoint(address: string, { transport, port }: DataPlane): NftBatch {
  const words = transport === 'udp' ? nft`udp dport` : nft`tcp dport`;
  return nft`${family(address)} daddr ${address} ${words} ${port}`;
}

/** nft's keyword for an address's family. */
export function family(address: string): NftBatch {
  return address.includes(':') ? nft`ip6` : nft`ip`;
}

/** Identifies packets of the data plane. */
export interface TunnelMarks {
  /** The mark that only our data plane puts on its packets. */
  readonly fwmark: number;
  /** The user id of the programs that carry tunnels, which cannot mark their packets. No other program has this id. */
  readonly obfuscatorUid: number;
  /** The links of all protocols: one can be up before a policy contains it, and during retries. */
  readonly links: readonly string[];
}

/**
 * Restores the mark of responses to the data plane before the reverse-path filter; and drops packets for the tunnel's address that arrive
 * on another link: a neighbour can probe the connections with them (CVE-2019-14899). Packets out of the tunnel are neither, and are the
 * most frequent, so only their link is compared.
 */
export function prerouting(policy: FirewallPolicy, { fwmark }: TunnelMarks): NftBatch {
  const remarking = nft`meta l4proto { udp, tcp } ct mark ${fwmark} meta mark set ct mark`;
  if (policy.kind === 'blocked') return remarking;
  if (policy.kind === 'connecting') return joinNft([remarking, ...ownLinkOnly(policy)]);
  const { link, ipv4, ipv6, hop } = policy.tunnel;
  return joinNft([
    nft`iif ${'lo'} accept
iifname ${link} accept`,
    ...[ipv4, ...(hop === undefined ? [] : [hop])].map((address) => nft`ip daddr ${address} drop`),
    nft`ip6 daddr ${ipv6} drop`,
    remarking,
  ]);
}

/**
 * During the contact with the second gateway of two, the link has an address at the first that the policy does not contain yet. So each
 * address of this machine accepts packets on its own link only, for these moments.
 */
function ownLinkOnly(policy: Extract<FirewallPolicy, { kind: 'connecting' }>): NftBatch[] {
  if (policy.through === undefined) return [];
  return [nft`iifname != ${'lo'} fib daddr type local fib daddr . iif type != local drop`];
}

/**
 * Marks packets of the programs that carry tunnels to the gateway, and only those. A chain of type `route` routes them
 * as marked ones, also if the tunnel's routes were set after the connection.
 */
export function marking(policy: FirewallPolicy, { fwmark, obfuscatorUid }: TunnelMarks): NftBatch {
  if (policy.kind === 'blocked') return joinNft([]);
  const { address, dataPlane } = policy.gateway;
  const planes = [dataPlane, ...(policy.opening ?? [])].filter(
    ({ transport, sender }) => transport === 'tcp' || sender === 'program',
  );
  if (planes.length === 0) return joinNft([]);
  return nft`chain marking {
type route hook output priority mangle; policy accept;
${joinNft(planes.map((plane) => nft`meta skuid ${obfuscatorUid} ${toEndpoint(address, plane)} meta mark set ${fwmark}`))}
}`;
}
