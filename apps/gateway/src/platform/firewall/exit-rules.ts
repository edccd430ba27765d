import {
  flowLimit,
  joinNft,
  mailPorts,
  type NftBatch,
  nft,
  nftName,
  notPublic4,
  notPublic6,
} from '@comet/linux-network';
import {
  exitControlPort,
  exitLinkGroup,
  exitMeasurePort,
  exitNetworks,
  blockedMark,
  tproxyListener,
} from '../routing/exit-slot.ts';

interface TproxyRulesPlan {
  readonly tunnels: readonly string[];
  /** The gateway's own address in the tunnel. */
  readonly gateway4: string;
  /** Resolver addresses for customers. */
  readonly resolverAddresses: readonly string[];
  /** The set of our own machines' IPv4 addresses, and the map from session addresses to quotas. */
  readonly own4: NftBatch;
  readonly quota4: NftBatch;
}

/**
 * Rules for sessions that leave through a provider's endpoint; each is inserted where `ExitRules` documents it.
 */
interface TproxyRules {
  /** A chain, and the rule that jumps to it after packets are marked. */
  readonly declarations: NftBatch;
  readonly marked: NftBatch;
  readonly names: NftBatch;
  readonly into: NftBatch;
  readonly own: NftBatch;
}

/** Empty rules, if no session leaves through a provider. */
const noTproxyRules: TproxyRules = {
  declarations: joinNft([]),
  marked: joinNft([]),
  names: joinNft([]),
  into: joinNft([]),
  own: joinNft([]),
};

/**
 * Redirects connections to the relay's socket, which accepts them for any destination; no address is rewritten, so it sees the original
 * destination. Everything else is refused at once, so that QUIC falls back to TCP. Both directions count against the quota here, because
 * none of these packets is forwarded.
 */
function tproxyRules({ tunnels, gateway4, resolverAddresses, own4, quota4 }: TproxyRulesPlan): TproxyRules {
  const { mark, port } = tproxyListener;
  const chain = nftName('relayed');
  const taken = nft`ct mark set meta mark tproxy ip to 127.0.0.1:${port} accept`;
  const refused = nft`reject with icmpx admin-prohibited`;
  return {
    declarations: nft`chain ${chain} {
    ip daddr ${[...resolverAddresses]} tcp dport 53 ${taken}
    ip daddr ${[...resolverAddresses]} udp dport 53 ct mark set meta mark accept
    fib daddr type local accept
    meta l4proto != tcp reject with icmpx port-unreachable
    tcp dport ${[...mailPorts]} ${refused}
    ip daddr ${[...notPublic4]} ${refused}
    ip daddr @${own4} ${refused}
    meta l4proto tcp ${taken}
  }`,
    marked: nft`iifname ${tunnels} meta mark ${mark} jump ${chain}`,
    names: nft`iifname ${tunnels} meta mark ${mark} ip daddr ${[...resolverAddresses]} udp dport 53 dnat ip to ${gateway4}:${port}
    iifname ${tunnels} meta mark ${mark} accept`,
    // While the relay is not running, its traffic must not reach other listeners.
    into: joinNft([
      nft`iifname ${tunnels} ct mark ${mark} quota name ip saddr map @${quota4} drop`,
      nft`iifname ${tunnels} ct mark ${mark} meta l4proto tcp socket transparent 1 accept`,
      nft`iifname ${tunnels} ct mark ${mark} ct status dnat ip daddr ${gateway4} udp dport ${port} accept`,
      nft`iifname ${tunnels} ct mark ${mark} drop`,
    ]),
    // A connection removed from conntrack has no mark, but its socket may still send.
    own: joinNft([
      nft`oifname ${tunnels} ct mark ${mark} quota name ip daddr map @${quota4} drop`,
      nft`oifname ${tunnels} meta l4proto tcp fib saddr type != local ct mark != ${mark} drop`,
    ]),
  };
}

/** Open flows of a session through exits: the router of a home has a small table of connections. */
const maxExitFlows = 2_000;

/** Name of our only table. Every change of the rules replaces the whole table. */
export const rulesetTable = 'comet_gateway';

/** Maps from session addresses, filled while the gateway runs. */
export const egressRouteMaps = {
  /** Map to the mark of its exit, or the mark that blocks it. */
  exit4: 'exit_of4',
  exit6: 'exit_of6',
  /** Map to the quota of all of its bytes, in both directions and both families. */
  quota4: 'quota_of4',
  quota6: 'quota_of6',
  /** Map to the gateway's address that only this session uses. */
  address4: 'address_of4',
} as const;

/** Sets of the addresses of our own machines by family, filled while the gateway runs. */
export const ownSets = { own4: 'own4', own6: 'own6' } as const;

export interface Addresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

interface ExitRulesPlan {
  readonly tunnels: readonly string[];
  readonly uplink: string;
  /** The gateway's own address in the tunnel. */
  readonly gateway4: string;
  /** Resolver addresses for customers. */
  readonly resolverAddresses: readonly string[];
  /** Earlier sessions whose traffic is refused until their route is set. */
  readonly blockedSessions: readonly Addresses[];
  /** The resolver for queries that leave by the exit; an IPv4 address. */
  readonly resolver: string;
  /** Whether sessions leave through providers' endpoints, which needs TPROXY in the kernel. */
  readonly tproxy: boolean;
  readonly ports: { readonly first: number; readonly last: number };
  /** Source ports for NAT of customers. */
  readonly natPorts: { readonly first: number; readonly last: number };
}

/** Rules for exits; each is inserted into the chain of the same name. */
export interface ExitRules {
  readonly declarations: NftBatch;
  readonly arriving: NftBatch;
  readonly sending: NftBatch;
  readonly names: NftBatch;
  readonly outward: NftBatch;
  /** Inserted before the first accepting rule. */
  readonly counted: NftBatch;
  /** Inserted after the rule for established connections. */
  readonly through: NftBatch;
  readonly into: NftBatch;
  readonly own: NftBatch;
}

/** Returns the rules that route sessions to exits by mark, and refuse those whose route is not set (decision 56). */
export function exitRules(plan: ExitRulesPlan): ExitRules {
  const { tunnels, uplink, resolver, ports, natPorts } = plan;
  const map = (name: keyof typeof egressRouteMaps) => nftName(egressRouteMaps[name]);
  const marked = nft`meta mark & ${blockedMark} == ${blockedMark}`;
  const refused = nft`reject with icmpx admin-prohibited`;
  const tproxy = plan.tproxy
    ? tproxyRules({ ...plan, own4: nftName(ownSets.own4), quota4: map('quota4') })
    : noTproxyRules;
  const flows = flowLimit('exit_flows', maxExitFlows);
  return {
    declarations: nft`${flows.declarations}
  map ${map('exit4')} { type ipv4_addr : mark; ${blockedElements(plan.blockedSessions.map(({ ipv4 }) => ipv4))} }
  map ${map('exit6')} { type ipv6_addr : mark; ${blockedElements(plan.blockedSessions.map(({ ipv6 }) => ipv6))} }
  map ${map('quota4')} { type ipv4_addr : quota; }
  map ${map('quota6')} { type ipv6_addr : quota; }
  map ${map('address4')} { type ipv4_addr : ipv4_addr; }
  set ${nftName(ownSets.own4)} { type ipv4_addr; flags interval; auto-merge; }
  set ${nftName(ownSets.own6)} { type ipv6_addr; flags interval; auto-merge; }
  ${tproxy.declarations}
  # Before a way is chosen. What finds no mark leaves by the gateway itself.
  chain ways { type filter hook prerouting priority mangle; policy accept;
    iifname ${tunnels} meta mark set ip saddr map @${map('exit4')}
    iifname ${tunnels} meta mark set ip6 saddr map @${map('exit6')}
    ${tproxy.marked}
  }`,
    arriving: nft`iifname ${uplink} udp dport ${ports.first}-${ports.last} notrack`,
    sending: nft`oifname ${uplink} udp sport ${ports.first}-${ports.last} notrack`,
    // DNS queries go to the exit's resolver too, by the exit.
    names: joinNft([
      tproxy.names,
      ...['udp', 'tcp'].map(
        (protocol) =>
          nft`    iifname ${tunnels} ${marked} ip daddr ${[...plan.resolverAddresses]} ${nftName(protocol)} dport 53 dnat ip to ${resolver}`,
      ),
    ]),
    outward: nft`oifname ${uplink} meta l4proto { tcp, udp } snat ip to ip saddr map @${map('address4')} : ${natPorts.first}-${natPorts.last} fully-random
    oifname ${uplink} snat ip to ip saddr map @${map('address4')} fully-random`,
    counted: joinNft(
      (['quota4', 'quota6'] as const).flatMap((name) =>
        ['saddr', 'daddr'].map(
          (end) =>
            nft`    quota name ${nftName(name === 'quota4' ? 'ip' : 'ip6')} ${nftName(end)} map @${map(name)} drop`,
        ),
      ),
    ),
    through: nft`${marked} oifname ${uplink} drop
    oifgroup ${exitLinkGroup} ${flows.rule}
    oifgroup ${exitLinkGroup} tcp dport ${[...mailPorts]} ${refused}
    oifgroup ${exitLinkGroup} ip daddr @${nftName(ownSets.own4)} ${refused}
    oifgroup ${exitLinkGroup} ip6 daddr @${nftName(ownSets.own6)} ${refused}
    oifgroup ${exitLinkGroup} ${marked} ip daddr != ${[...notPublic4]} accept
    oifgroup ${exitLinkGroup} ${marked} ip6 daddr 2000::/3 ip6 daddr != ${[...notPublic6]} accept`,
    // An exit can reach its control and bandwidth test ports only.
    into: nft`${tproxy.into}
    iifgroup ${exitLinkGroup} ct state established,related accept
    iifgroup ${exitLinkGroup} ip saddr ${exitNetworks.ipv4} ip daddr ${exitNetworks.ipv4} tcp dport ${[exitControlPort, exitMeasurePort]} accept
    iifgroup ${exitLinkGroup} drop`,
    own: nft`${tproxy.own}
    oifgroup ${exitLinkGroup} ct state new ip daddr ${[...notPublic4]} ${refused}
    oifgroup ${exitLinkGroup} ct state new ip6 daddr != 2000::/3 ${refused}
    oifgroup ${exitLinkGroup} ct state new ip6 daddr ${[...notPublic6]} ${refused}
    oifgroup ${exitLinkGroup} tcp dport ${[...mailPorts]} ${refused}`,
  };
}

function blockedElements(addresses: readonly string[]): NftBatch {
  const elements = addresses.map((address) => nft`${address} : ${blockedMark}`);
  return elements.length === 0 ? joinNft([]) : nft`elements = ${elements};`;
}
