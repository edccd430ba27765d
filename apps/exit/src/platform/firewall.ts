import {
  applyNft,
  flowLimit,
  joinNft,
  mailPorts,
  type NftBatch,
  nft,
  nftName,
  nftTableExists,
  notPublic4,
  notPublic6,
  readNftBytes,
} from '@comet/linux-network';

/** The kernel's byte quota: it continues from the current count; with `anew` it restarts at zero. */
export interface DayQuota {
  readonly bytes: number;
  readonly anew: boolean;
}

/** The rules to apply. */
export interface FirewallPlan {
  /** Our tunnel. */
  readonly link: string;
  /** The gateway's end of it, the source of all traffic. */
  readonly gateway: { readonly ipv4: string; readonly ipv6: string };
  /** False: no traffic is forwarded. */
  readonly open: boolean;
  /** Both directions together; null for no limit. */
  readonly bytesPerSecond: number | null;
  readonly dayQuota: DayQuota | null;
  /** The machine's local networks, as CIDRs. */
  readonly ownNetworks: readonly string[];
  readonly deniedPorts: readonly number[];
  readonly deniedNetworks: readonly string[];
}

const counter = nftName('carried');
const cap = nftName('cap');
const allowance = nftName('allowance');

/** Open flows of all sessions through this exit: its router has to track them beside those of its owner. */
const maxFlows = 8_000;

/**
 * The rules, which replace the previous ones in one transaction. They match only packets from or to the tunnel. Counters
 * survive any number of changes.
 */
export function exitFirewall(plan: FirewallPlan): NftBatch {
  const { link, gateway, bytesPerSecond, dayQuota, deniedPorts } = plan;
  const table = nftName(tableOf(link));
  const flows = flowLimit('flows', maxFlows);
  const refused = nft`reject with icmpx admin-prohibited`;
  const limited = bytesPerSecond === null ? joinNft([]) : nft`limit name "cap" drop`;
  const bounded = dayQuota === null ? joinNft([]) : nft`quota name "allowance" drop`;
  const denied = [...plan.ownNetworks, ...plan.deniedNetworks].map((network) =>
    network.includes(':')
      ? nft`    ip6 daddr ${network} ${refused}`
      : nft`    ip daddr ${network} ${refused}`,
  );
  const ports = [...new Set([...mailPorts, ...deniedPorts])];
  return nft`
add table inet ${table}
add limit inet ${table} ${cap} { rate over 1 bytes/second }
add quota inet ${table} ${allowance} { over 1 bytes }
flush table inet ${table}
delete limit inet ${table} ${cap}
${dayQuota?.anew === true ? nft`delete quota inet ${table} ${allowance}` : joinNft([])}
table inet ${table} {
  counter ${counter} { }
  ${flows.declarations}
  ${dayQuota === null ? joinNft([]) : nft`quota ${allowance} { over ${dayQuota.bytes} bytes }`}
  ${bytesPerSecond === null ? joinNft([]) : nft`limit ${cap} { rate over ${bytesPerSecond} bytes/second burst ${bytesPerSecond} bytes; }`}
  chain through { type filter hook forward priority filter - 5; policy accept;
    iifname ${link} jump outward
    oifname ${link} jump back
  }
  chain outward {
    ${plan.open ? joinNft([]) : refused}
    oifname ${link} drop
    ct state invalid drop
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
    ip saddr != ${gateway.ipv4} drop
    ip6 saddr != ${gateway.ipv6} drop
    ip daddr ${[...notPublic4]} ${refused}
    ip6 daddr != 2000::/3 ${refused}
    ip6 daddr ${[...notPublic6]} ${refused}
${joinNft(denied)}
    meta l4proto { tcp, udp } th dport ${ports} ${refused}
    ${flows.rule}
    ${limited}
    ${bounded}
    counter name ${counter} accept
  }
  chain back {
    ${plan.open ? joinNft([]) : nft`drop`}
    ct state != { established, related } drop
    ${limited}
    ${bounded}
    counter name ${counter} accept
  }
  # This machine may connect to the gateway; the gateway cannot connect to this machine.
  chain into { type filter hook input priority filter - 5; policy accept;
    iifname != ${link} accept
    ct state established,related accept
    drop
  }
  chain hide { type nat hook postrouting priority srcnat; policy accept;
    oifname != ${link} ip saddr ${gateway.ipv4} masquerade fully-random
    oifname != ${link} ip6 saddr ${gateway.ipv6} masquerade fully-random
  }
}`;
}

/** One table per tunnel: two exits on one machine do not share it. */
function tableOf(link: string): string {
  return `exit_${link.replaceAll(/[^A-Za-z0-9]/g, '_')}`;
}

function noExitFirewall(link: string): NftBatch {
  const table = nftName(tableOf(link));
  return nft`
add table inet ${table}
delete table inet ${table}`;
}

/** The firewall of a running exit. */
export interface Firewall {
  set(plan: Omit<FirewallPlan, 'link'>): Promise<void>;
  /** Bytes that passed since the rules were created, also by an earlier run; 0 without rules. */
  usage(): Promise<number>;
  /** Bytes counted towards the day's quota. An exhausted quota counts no further. */
  dayQuotaUsed(): Promise<number>;
  remove(): Promise<void>;
}

/** Returns the firewall of the tunnel interface `link`, by nftables (nft(8)). Its table is named after the interface. */
export function kernelFirewall(link: string): Firewall {
  async function counted(kind: 'counters' | 'quotas', name: string): Promise<number> {
    if (!(await nftTableExists('inet', tableOf(link)))) return 0;
    return (await readNftBytes(kind, 'inet', tableOf(link))).get(name) ?? 0;
  }
  return {
    set: (plan) => applyNft(exitFirewall({ ...plan, link })),
    usage: () => counted('counters', 'carried'),
    dayQuotaUsed: () => counted('quotas', 'allowance'),
    remove: () => applyNft(noExitFirewall(link)),
  };
}
