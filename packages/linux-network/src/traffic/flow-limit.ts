import { type NftBatch, nft, nftName } from '../nftables/nft.ts';

/** Parts of an nftables table of family `inet`. */
export interface FlowLimit {
  /** Sets and a chain, before the chains that use them. They survive a change of the rules that does not delete the table. */
  readonly declarations: NftBatch;
  /** Rejects a new flow above the limit. Place it before the rules that accept new flows. */
  readonly rule: NftBatch;
}

/**
 * Limits the flows that one source address has open, separately for IPv4 and IPv6, so that none fills the machine's table of connections.
 * Only the first packet of a flow is examined, and only flows since the sets were created are counted. `name` is that of the chain.
 */
export function flowLimit(name: string, max: number): FlowLimit {
  const [chain, flows4, flows6] = [name, `${name}4`, `${name}6`].map((one) => nftName(one)) as [
    NftBatch,
    NftBatch,
    NftBatch,
  ];
  return {
    declarations: nft`set ${flows4} { type ipv4_addr; size 65535; flags dynamic; }
  set ${flows6} { type ipv6_addr; size 65535; flags dynamic; }
  chain ${chain} {
    add @${flows4} { ip saddr ct count over ${max} } reject with icmpx admin-prohibited
    add @${flows6} { ip6 saddr ct count over ${max} } reject with icmpx admin-prohibited
  }`,
    rule: nft`ct state new ct status ! confirmed jump ${chain}`,
  };
}
