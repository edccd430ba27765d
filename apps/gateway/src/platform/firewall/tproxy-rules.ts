import { joinNft, mailPorts, type NftBatch, nft, nftName, notPublic4 } from '@comet/linux-network';
import { tproxyListener } from '../routing/exit-place.ts';

interface TproxyRulesPlan {
  readonly tunnels: readonly string[];
  /** The gateway's own address in the tunnel. */
  readonly gateway4: string;
  /** Addresses at which customers ask for names. */
  readonly askedAt: readonly string[];
  /** The set of our own machines' IPv4 addresses, and the map of sessions' addresses to what their bytes count against. */
  readonly own4: NftBatch;
  readonly quota4: NftBatch;
}

/** What the table holds for sessions that leave through a provider's endpoint, each to be put where `ExitRules` says. */
export interface TproxyRules {
  /** A chain, and what leads there once packets have their mark. */
  readonly declarations: NftBatch;
  readonly marked: NftBatch;
  readonly names: NftBatch;
  readonly into: NftBatch;
  readonly own: NftBatch;
}

/** Where no session leaves that way. */
export const noTproxyRules: TproxyRules = {
  declarations: joinNft([]),
  marked: joinNft([]),
  names: joinNft([]),
  into: joinNft([]),
  own: joinNft([]),
};

/**
 * Connections are given to the relay's socket, which takes them at whatever address they go to; no address is rewritten, so it sees
 * where they wanted to go. Everything else is refused at once: who tries QUIC goes on by TCP. Both ways count against the quota here,
 * because none of these packets is forwarded.
 */
export function tproxyRules({ tunnels, gateway4, askedAt, own4, quota4 }: TproxyRulesPlan): TproxyRules {
  const { mark, port } = tproxyListener;
  const chain = nftName('relayed');
  const taken = nft`ct mark set meta mark tproxy ip to 127.0.0.1:${port} accept`;
  const refused = nft`reject with icmpx admin-prohibited`;
  return {
    declarations: nft`chain ${chain} {
    ip daddr ${[...askedAt]} tcp dport 53 ${taken}
    ip daddr ${[...askedAt]} udp dport 53 ct mark set meta mark accept
    fib daddr type local accept
    meta l4proto != tcp reject with icmpx port-unreachable
    tcp dport ${[...mailPorts]} ${refused}
    ip daddr ${[...notPublic4]} ${refused}
    ip daddr @${own4} ${refused}
    meta l4proto tcp ${taken}
  }`,
    marked: nft`iifname ${tunnels} meta mark ${mark} jump ${chain}`,
    names: nft`iifname ${tunnels} meta mark ${mark} ip daddr ${[...askedAt]} udp dport 53 dnat ip to ${gateway4}:${port}
    iifname ${tunnels} meta mark ${mark} accept`,
    // While the relay is not there nothing else that listens may get what was meant for it.
    into: joinNft([
      nft`iifname ${tunnels} ct mark ${mark} quota name ip saddr map @${quota4} drop`,
      nft`iifname ${tunnels} ct mark ${mark} meta l4proto tcp socket transparent 1 accept`,
      nft`iifname ${tunnels} ct mark ${mark} ct status dnat ip daddr ${gateway4} udp dport ${port} accept`,
      nft`iifname ${tunnels} ct mark ${mark} drop`,
    ]),
    // A connection that is forgotten has no mark any more, though its socket may still have something to send.
    own: joinNft([
      nft`oifname ${tunnels} ct mark ${mark} quota name ip daddr map @${quota4} drop`,
      nft`oifname ${tunnels} meta l4proto tcp fib saddr type != local ct mark != ${mark} drop`,
    ]),
  };
}
