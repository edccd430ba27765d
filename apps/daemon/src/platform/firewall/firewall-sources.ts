import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import type { FirewallPolicy } from './firewall.ts';
import { family, tunnelPrefixes } from './firewall-gateway.ts';

/**
 * Drops packets with a tunnel's address as their source on a link that does not have this address: a connection continues to send
 * (FIN, retransmissions) after its tunnel is removed, and would show the LAN its destination. It runs after source NAT, so it
 * sees the final source address, and it applies to every accepted packet, also root's to the API. A link with a
 * shared address (RFC 6598, carrier-grade NAT) keeps working.
 */
export function sourceGuard(policy: FirewallPolicy): NftBatch {
  const links = [nft`oif ${'lo'} accept`];
  if (policy.kind === 'connected') links.push(nft`oifname ${policy.tunnel.link} accept`);
  return nft`chain tunnel_sources {
type filter hook postrouting priority srcnat + 10; policy accept;
${joinNft(links)}
ip saddr ${tunnelPrefixes.ipv4} fib saddr . oif type != local drop
ip6 saddr ${tunnelPrefixes.ipv6} fib saddr . oif type != local drop
}`;
}

/** Maximum number of guarded addresses of past tunnels; the newest are kept. A connection that is still open is rarely older. */
const maxPastAddresses = 64;

/** The addresses of this process's tunnels, which connections may still have as their source. */
export function pastAddresses() {
  let known: readonly string[] = [];
  return {
    add({ ipv4, ipv6, hop }: Extract<FirewallPolicy, { kind: 'connected' }>['tunnel']): void {
      const own = [ipv4, ipv6, ...(hop === undefined ? [] : [hop])];
      known = [...own, ...known.filter((address) => !own.includes(address))].slice(0, maxPastAddresses);
    },
    all: () => known,
  };
}

/**
 * The guard if no other rules are in force: drops packets from these addresses after `comet disconnect`. Single addresses and not the
 * prefixes, which other programs on this machine may use. Without addresses it removes the table.
 */
export function pastSourceGuard(addresses: readonly string[]): NftBatch {
  const gone = nft`add table inet comet_past
delete table inet comet_past`;
  if (addresses.length === 0) return gone;
  return nft`${gone}
table inet comet_past {
chain tunnel_sources {
type filter hook postrouting priority srcnat + 10; policy accept;
${joinNft(addresses.map((address) => nft`${family(address)} saddr ${address} fib saddr . oif type != local drop`))}
}
}`;
}
