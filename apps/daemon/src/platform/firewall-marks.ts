import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import type { FirewallPolicy } from './firewall.ts';
import { toEndpoint } from './firewall-gateway.ts';

/** What our data plane is told by. */
export interface TunnelMarks {
  /** The mark that only our data plane puts on its packets. */
  readonly fwmark: number;
  /** The user that the programs run as which hide OpenVPN: they cannot mark their packets, and nobody else is that user. */
  readonly obfuscatorUid: number;
}

/**
 * Answers to our data plane get its mark back before the reverse-path filter looks them up; and a packet for the tunnel's
 * address that came in elsewhere is a neighbour probing which connections we have (CVE-2019-14899). What comes out of the tunnel is
 * neither, and most of all packets: it is asked no more than where it comes from.
 */
export function prerouting(policy: FirewallPolicy, { fwmark }: TunnelMarks): NftBatch {
  const remarking = nft`meta l4proto { udp, tcp } ct mark ${fwmark} meta mark set ct mark`;
  if (policy.kind === 'blocked') return remarking;
  if (policy.kind === 'connecting') return joinNft([remarking, ...onItsOwnLink(policy)]);
  const { link, ipv4, ipv6, hop } = policy.tunnel;
  return joinNft([
    nft`iif ${'lo'} accept
iifname ${link} accept`,
    ...[ipv4, ...(hop === undefined ? [] : [hop])].map((address) => nft`ip daddr ${address} drop`),
    nft`ip6 daddr ${ipv6} drop`,
    remarking,
  ]);
}

/**
 * While the second gateway of two is asked, the link has an address at the first that no policy knows yet. So each address of this
 * machine is spoken to by its own link alone for these moments.
 */
function onItsOwnLink(policy: Extract<FirewallPolicy, { kind: 'connecting' }>): NftBatch[] {
  if (policy.through === undefined) return [];
  return [nft`iifname != ${'lo'} fib daddr type local fib daddr . iif type != local drop`];
}

/**
 * Gives our mark to what the hiding programs send to the gateway, and only to that. A chain of type `route` sends such packets by
 * the way that marked ones take, also when the tunnel's routes came after the connection.
 */
export function marking(policy: FirewallPolicy, { fwmark, obfuscatorUid }: TunnelMarks): NftBatch {
  if (policy.kind === 'blocked' || policy.gateway.dataPlane.transport !== 'tcp') return joinNft([]);
  const { address, dataPlane } = policy.gateway;
  return nft`chain marking {
type route hook output priority mangle; policy accept;
meta skuid ${obfuscatorUid} ${toEndpoint(address, dataPlane)} meta mark set ${fwmark}
}`;
}
