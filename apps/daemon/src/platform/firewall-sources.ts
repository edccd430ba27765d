import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import type { FirewallPolicy } from './firewall.ts';
import { tunnelPrefixes } from './tunnel-prefixes.ts';

/**
 * Drops packets that carry a tunnel's address as their source and leave by a link that does not have this address: a connection goes on
 * (FIN, retransmissions) after its tunnel is gone, and would show the LAN what it was connected to. It runs after source NAT, so it
 * sees the address that the packet leaves with, and it applies to every accepted packet, root's to our API included. A link with a
 * shared address of its own (RFC 6598, carrier-grade NAT) keeps working.
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
