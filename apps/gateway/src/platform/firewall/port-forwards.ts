import { applyNft, joinNft, type NftBatch, nft, nftName } from '@comet/linux-network';
import { rulesetTable } from './exit-rules.ts';

/** From the public address and port and the protocol to the target, and the targets. Filled while the gateway runs. */
const names = { forwards: 'forwards4', targets: 'forward_targets4' } as const;

/** Open flows from the internet to the forwarded ports of one session: a share of the machine's table of connections. */
const maxFlows = 2_000;

interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** The rules of forwarded ports; each is inserted into the chain of the same name. */
interface PortForwardRules {
  readonly declarations: NftBatch;
  readonly names: NftBatch;
  /** Inserted before the rule for established connections: an ended mapping ends its connections. */
  readonly ended: NftBatch;
  readonly through: NftBatch;
  /** Refuses datagrams to ports without a mapping, so that their flows are not tracked: a tracked one would not use a later mapping. */
  readonly unmapped: NftBatch;
  readonly into: NftBatch;
}

/** NAT-PMP and PCP servers listen there (RFC 6886 §3, RFC 6887 §19). */
export const portMappingPort = 5351;

/** Returns the rules that forward the ports of `range` to sessions; none without a range. */
export function portForwardRules(plan: {
  readonly tunnels: readonly string[];
  readonly uplink: string;
  readonly gateway4: string;
  readonly range: PortRange | null;
}): PortForwardRules {
  const none = joinNft([]);
  if (plan.range === null)
    return { declarations: none, names: none, ended: none, through: none, unmapped: none, into: none };
  const { tunnels, uplink, gateway4, range } = plan;
  const [forwards, targets, flows] = [
    nftName(names.forwards),
    nftName(names.targets),
    nftName('forward_flows4'),
  ];
  return {
    declarations: nft`map ${forwards} { type inet_proto . ipv4_addr . inet_service : ipv4_addr . inet_service; }
  set ${targets} { type inet_proto . ipv4_addr . inet_service; }
  set ${flows} { type ipv4_addr; size 65535; flags dynamic; }`,
    names: nft`iifname ${uplink} meta l4proto { tcp, udp } th dport ${range.first}-${range.last} dnat ip to meta l4proto . ip daddr . th dport map @${forwards}`,
    ended: nft`iifname ${uplink} ct status dnat ct direction original meta l4proto { tcp, udp } meta l4proto . ip daddr . th dport != @${targets} drop
    oifname ${uplink} ct status dnat ct direction reply meta l4proto { tcp, udp } meta l4proto . ip saddr . th sport != @${targets} drop`,
    through: nft`iifname ${uplink} oifname ${tunnels} ct status dnat ct state new ct status ! confirmed add @${flows} { ip daddr ct count over ${maxFlows} } drop
    iifname ${uplink} oifname ${tunnels} ct status dnat meta l4proto . ip daddr . th dport @${targets} accept`,
    unmapped: nft`iifname ${uplink} meta nfproto ipv4 udp dport ${range.first}-${range.last} ct state new ct status ! dnat reject with icmpx port-unreachable`,
    into: nft`ip daddr ${gateway4} udp dport ${portMappingPort} accept`,
  };
}

/** One forwarded port of one protocol. */
export interface PortForward {
  readonly protocol: 'tcp' | 'udp';
  /** The public address and port. */
  readonly address: string;
  readonly port: number;
  /** The target in the tunnel network. */
  readonly target: string;
  readonly targetPort: number;
}

/** The forwarded ports in the kernel's rules. */
export interface PortForwardTable {
  /** Makes the kernel forward these ports and no others. Calls are executed in order. */
  set(forwards: readonly PortForward[]): Promise<void>;
}

/** Call after the rules were replaced: their maps are empty. */
export function openPortForwardTable(apply: (batch: NftBatch) => Promise<void> = applyNft): PortForwardTable {
  let present = new Map<string, PortForward>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    set(forwards) {
      const turn = last.then(async () => {
        const wanted = new Map(forwards.map((one) => [JSON.stringify(one), one]));
        const gone = [...present]
          .filter(([key]) => !wanted.has(key))
          .map(([, one]) => element('delete', one));
        const added = [...wanted].filter(([key]) => !present.has(key)).map(([, one]) => element('add', one));
        if (gone.length + added.length === 0) return;
        await apply(joinNft([...gone, ...added]));
        present = wanted;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function element(verb: 'add' | 'delete', forward: PortForward): NftBatch {
  const [table, forwards, targets] = [rulesetTable, names.forwards, names.targets].map((one) =>
    nftName(one),
  ) as [NftBatch, NftBatch, NftBatch];
  const [action, protocol] = [nftName(verb), nftName(forward.protocol)];
  const { address, port, target, targetPort } = forward;
  return nft`${action} element inet ${table} ${forwards} { ${protocol} . ${address} . ${port} : ${target} . ${targetPort} }
${action} element inet ${table} ${targets} { ${protocol} . ${target} . ${targetPort} }`;
}
