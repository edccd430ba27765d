import { socksPort } from '@comet/admission';
import { joinNft, type NftBatch, nft, notPublic4, notPublic6 } from '@comet/linux-network';

/**
 * TCP port at which the SOCKS5 proxy for customers in the tunnel listens. They reach it at `socksPort`, where the residential proxy
 * already listens on all addresses.
 */
export const tunnelSocksPort = 7_687;
/** UDP ports at which it receives datagrams of UDP associations: as many as a session may have at a time. */
export const associationPorts = { first: 7_688, last: 7_703 } as const;

interface TunnelSocksRulesPlan {
  readonly tunnels: readonly string[];
  readonly uplink: string;
  /** The gateway's own addresses in the tunnel. */
  readonly gateway4: string;
  readonly gateway6: string;
  readonly resolver: string;
  /** The user of the proxy. */
  readonly socksUser: number;
}

/** Rules for the SOCKS5 proxy in the tunnel; each is inserted into the chain of the same name. */
interface TunnelSocksRules {
  readonly names: NftBatch;
  /** Before all rules that accept, also those for established connections: a session may get an exit later. */
  readonly refused: NftBatch;
  readonly into: NftBatch;
  readonly own: NftBatch;
  readonly chain: NftBatch;
}

/**
 * Only sessions that leave by the gateway's own address reach the proxy: one with an exit would leave past it, and uncounted. The proxy
 * reaches the same destinations as a tunnel does, and the resolver.
 */
export function tunnelSocksRules(plan: TunnelSocksRulesPlan): TunnelSocksRules {
  const { tunnels, uplink, gateway4, gateway6, resolver, socksUser } = plan;
  const { first, last } = associationPorts;
  const ports = [nft`tcp dport ${tunnelSocksPort}`, nft`udp dport ${first}-${last}`];
  const services = [nft`ip daddr ${gateway4}`, nft`ip6 daddr ${gateway6}`].flatMap((address) =>
    ports.map((port) => nft`${address} ${port}`),
  );
  return {
    names: nft`iifname ${tunnels} ip daddr ${gateway4} tcp dport ${socksPort} dnat ip to ${gateway4}:${tunnelSocksPort}
    iifname ${tunnels} ip6 daddr ${gateway6} tcp dport ${socksPort} dnat ip6 to [${gateway6}]:${tunnelSocksPort}`,
    refused: joinNft(
      services.flatMap((service) => [
        nft`    iifname != ${['lo', ...tunnels]} ${service} drop`,
        nft`    ${service} meta mark != 0 reject with icmpx admin-prohibited`,
      ]),
    ),
    into: joinNft(services.map((service) => nft`    ${service} meta mark 0 accept`)),
    own: nft`meta skuid ${socksUser} jump tunnel_socks`,
    chain: nft`chain tunnel_socks {
    ct state established,related accept
    fib daddr type local reject with icmpx admin-prohibited
    ip daddr ${resolver} udp dport 53 accept
    meta l4proto != { tcp, udp } reject with icmpx admin-prohibited
    oifname ${uplink} ip daddr != ${[...notPublic4]} accept
    oifname ${uplink} ip6 daddr 2000::/3 ip6 daddr != ${[...notPublic6]} accept
    reject with icmpx admin-prohibited
  }`,
  };
}
