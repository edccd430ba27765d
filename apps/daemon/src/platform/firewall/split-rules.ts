import { gatewayNetworks } from '@comet/admission';
import { type IpCommand, joinNft, type NftBatch, nft, nftCgroup } from '@comet/linux-network';
import { resolverUid } from './firewall-gateway.ts';
import { ofProxies, routeMarks } from './route-marks.ts';

/**
 * The mark of packets that split tunnelling routes outside the tunnel. A program with CAP_NET_RAW may set it on its own packets
 * (since Linux 5.17), so the firewall requires the same mark on the connection, which only rules can set.
 */
export const splitMark = 0xc0_e8;

const mainTable = 254;
/** Before the rules of LAN and tunnel. */
const priority = 4_980;

/**
 * A table in addition to the firewall's, which allows the packets marked here. They are marked on output, in a chain of type `route`, after
 * which the main table routes them; their source address is still the tunnel's, so it is rewritten. `include` marks everything except the
 * listed traffic: the firewall treats the rest as strictly as without splitting, in every state.
 */
export function splitRules(plan: SplitPlan): NftBatch {
  const gone = nft`add table inet comet_split
delete table inet comet_split`;
  if (plan.mode === 'off') return gone;
  return nft`${gone}
table inet comet_split {
chain prerouting {
type filter hook prerouting priority mangle; policy accept;
ct mark ${splitMark} meta mark set ct mark
}
chain marking {
type route hook output priority mangle; policy accept;
oifname ${'lo'} accept
meta skuid ${resolverUid} accept
${ofProxies} accept
meta skuid 0 oifname ${plan.routeLinks} accept
${routed}
${plan.mode === 'exclude' ? excluding(plan) : including(plan)}
}
chain names {
type filter hook output priority filter; policy accept;
${stubGuard(plan)}
}
chain postrouting {
type nat hook postrouting priority srcnat; policy accept;
oifname != ${'lo'} meta mark ${splitMark} ct mark ${splitMark} masquerade
}
}`;
}

/** DNS queries are always sent inside the tunnel, also by programs outside: queries reveal as much as traffic. */
function excluding({ networks, cgroups, tunnelDns }: SplitPlan): NftBatch {
  return joinNft([
    ...dnsQueries(tunnelDns, nft`accept`),
    ...sockets(cgroups, outside),
    ownMarks,
    ...gatewayServices,
    ...destinations(networks, nft`th dport != 53 ${outside}`),
    ...destinations(networks, nft`meta l4proto { icmp, ipv6-icmp } ${outside}`),
  ]);
}

function including({ networks, cgroups, tunnelDns }: SplitPlan): NftBatch {
  return joinNft([
    ownMarks,
    ...gatewayServices,
    ...dnsQueries(tunnelDns, nft`accept`),
    ...sockets(cgroups, nft`accept`),
    ...destinations(networks, nft`accept`),
    outside,
  ]);
}

/**
 * Packets of the data plane, and of other programs that route by marks. A gateway may be in a listed network, and lockdown allows its
 * packets only by the data plane's mark.
 */
const ownMarks = nft`meta mark != 0 accept`;

/**
 * The daemon's connections to the gateway inside the tunnel (health checks, post-quantum keys, exit status, port forwarding) have no mark
 * and no cgroup of their own.
 */
const gatewayServices = [
  nft`ip daddr ${gatewayNetworks.ipv4} accept`,
  nft`ip6 daddr ${gatewayNetworks.ipv6} accept`,
];

/** A route of a site or program is more specific than split tunnelling. */
const routed = nft`meta mark ${[routeMarks.direct, ...routeMarks.slots]} accept`;

const outside = nft`meta mark set ${splitMark} ct mark set ${splitMark} accept`;

function dnsQueries(resolvers: readonly string[], verdict: NftBatch): NftBatch[] {
  return resolvers.map(
    (server) => nft`${family(server)} daddr ${server} meta l4proto { tcp, udp } th dport 53 ${verdict}`,
  );
}

function destinations(networks: readonly string[], verdict: NftBatch): NftBatch[] {
  return networks.map((network) => nft`${family(network)} daddr ${network} ${verdict}`);
}

/**
 * A resolver on this machine (systemd-resolved's stub) sends its own queries, and outside while there is no tunnel: then included
 * programs cannot query it.
 */
function stubGuard({ mode, cgroups, tunnelDns }: SplitPlan): NftBatch {
  if (mode !== 'include' || tunnelDns.length > 0) return joinNft([]);
  const selectors = sockets(cgroups, nft`oifname ${'lo'}`);
  return joinNft(
    selectors.flatMap((one) => [
      nft`${one} udp dport 53 reject with icmpx type admin-prohibited`,
      nft`${one} tcp dport 53 reject with tcp reset`,
    ]),
  );
}

function sockets(cgroups: SplitPlan['cgroups'], then: NftBatch): NftBatch[] {
  return cgroups.map(({ path, level }) => nft`socket cgroupv2 level ${level} ${nftCgroup(path)} ${then}`);
}

function family(address: string): NftBatch {
  return address.includes(':') ? nft`ip6` : nft`ip`;
}

/** Routes marked packets by the main table, as without a tunnel. */
export function splitRouting(kind: 'rule-add' | 'rule-delete'): IpCommand[] {
  return ([4, 6] as const).map((family) => ({ kind, family, priority, fwmark: splitMark, table: mainTable }));
}

/** The traffic outside or inside the tunnel, for the packet filter. */
export interface SplitPlan {
  /** `exclude`: the listed traffic is outside the tunnel. `include`: only the listed traffic is inside. */
  readonly mode: 'off' | 'exclude' | 'include';
  /** CIDRs. */
  readonly networks: readonly string[];
  /** The cgroups of the named programs: paths below /sys/fs/cgroup, their depth in the tree, and those that have ever existed. */
  readonly cgroups: readonly { readonly path: string; readonly level: number; readonly inode: number }[];
  /** The links of the tunnels to locations: what the daemon sends from its address there, such as DNS queries, stays inside. */
  readonly routeLinks: readonly string[];
  /** The resolvers inside the tunnel while the machine uses them; none while it uses its own. */
  readonly tunnelDns: readonly string[];
}

/** Split tunnelling by program and network. The rules stay in force if the daemon dies. */
export interface Split {
  /** Replaces the plan that is in force. */
  apply(plan: SplitPlan): Promise<void>;
}
