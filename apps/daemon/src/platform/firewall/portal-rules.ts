import { joinNft, type NftBatch, nft, nftCgroup } from '@comet/linux-network';
import { family } from './firewall-gateway.ts';
import type { SplitPlan } from './split-rules.ts';

/**
 * The mark of packets of the program that shows a network's sign-in page. As with split tunnelling, the firewall requires it on the
 * connection, too, which only rules can mark.
 */
const portalMark = 0xc0_e9;

/** The traffic of the sign-in page that may leave while everything else is blocked. */
export interface PortalPlan {
  /** Of the program; see `SplitPlan`. */
  readonly cgroups: SplitPlan['cgroups'];
  /** The network's DNS servers. */
  readonly resolvers: readonly string[];
  /** The daemon's DNS forwarder to them; null if programs query them directly. */
  readonly forwarder: { readonly listensAt: number; readonly sendsFrom: number } | null;
  /** TCP ports of web pages. */
  readonly ports: readonly number[];
  /** The kernel ends the permission after these seconds, also if the daemon has died. */
  readonly seconds: number;
}

/** A table in addition to the firewall's, which allows the packets marked here; null removes it. */
export function portalRules(plan: PortalPlan | null): NftBatch {
  const gone = nft`add table inet comet_portal
delete table inet comet_portal`;
  if (plan === null || plan.cgroups.length === 0) return gone;
  const { forwarder } = plan;
  const sockets = (then: NftBatch): NftBatch =>
    joinNft(
      plan.cgroups.map(({ path, level }) => nft`socket cgroupv2 level ${level} ${nftCgroup(path)} ${then}`),
    );
  const time = nft`timeout ${plan.seconds}s`;
  return nft`${gone}
table inet comet_portal {
set permitted {
type inet_proto; flags timeout;
elements = { tcp ${time}, udp ${time} }
}
chain pages {
meta l4proto != @permitted return
${joinNft(plan.resolvers.map((server) => nft`${family(server)} daddr ${server} th dport 53 ${allowed}`))}
tcp dport ${plan.ports} ${allowed}
}
chain marking {
type filter hook output priority mangle; policy accept;
oifname ${'lo'} accept
${sockets(nft`jump pages`)}
${forwarder === null ? joinNft([]) : nft`meta skuid 0 udp sport ${forwarder.sendsFrom} jump pages`}
}
${forwarder === null ? joinNft([]) : forwarded(forwarder.listensAt, sockets)}
}`;
}

/**
 * A resolver on this machine (systemd-resolved's stub) sends its own queries, for every program. Queries of this program are redirected to
 * the forwarder, which no other program may use.
 */
function forwarded(port: number, sockets: (then: NftBatch) => NftBatch): NftBatch {
  return nft`chain names {
type nat hook output priority -100; policy accept;
${sockets(nft`ip daddr 127.0.0.0/8 udp dport 53 dnat ip to ${'127.0.0.1'}:${port}`)}
}
chain admitted {
${sockets(nft`accept`)}
reject with icmpx type admin-prohibited
}
chain forwarder {
type filter hook output priority filter; policy accept;
ip daddr ${'127.0.0.1'} udp dport ${port} jump admitted
}`;
}

const allowed = nft`meta mark set ${portalMark} ct mark set ${portalMark} accept`;

/** Allows the marked packets. */
export const portalOutput = nft`meta mark ${portalMark} ct mark ${portalMark} accept`;

/** Replies to them. */
export const portalInput = nft`ct mark ${portalMark} ct state established,related accept`;
