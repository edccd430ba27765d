import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import type { DataPlane, FirewallPolicy, GatewayContact } from './firewall.ts';
import { icmpTooBig } from './firewall-standing.ts';

/** What the gateway sends, and word from a router on the way that our packets are too large. */
export function endpointInput({ address, dataPlane: { transport, port } }: GatewayContact): NftBatch {
  const from = nft`${family(address)} saddr ${address}`;
  return joinNft([
    transport === 'udp'
      ? nft`${from} udp sport ${port} accept`
      : nft`${from} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    icmpTooBig,
  ]);
}

export function endpointOutput({ address, dataPlane }: GatewayContact, fwmark: number): NftBatch {
  return nft`meta mark ${fwmark} ${toEndpoint(address, dataPlane)} accept`;
}

/** To the second gateway of two: our data plane, and root at its door. */
export function throughOutput(policy: FirewallPolicy, fwmark: number): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, doorPort } = policy.through;
  const to = nft`oifname ${link} ${family(address)} daddr ${address}`;
  return [
    nft`${to} meta mark ${fwmark} udp dport ${wireguardPort} accept`,
    nft`${to} meta skuid 0 tcp dport ${doorPort} accept`,
  ];
}

export function throughInput(policy: FirewallPolicy): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, doorPort } = policy.through;
  const from = nft`iifname ${link} ${family(address)} saddr ${address}`;
  return [
    nft`${from} udp sport ${wireguardPort} accept`,
    nft`${from} tcp sport ${doorPort} tcp flags & (syn | ack) != syn accept`,
  ];
}

export function toEndpoint(address: string, { transport, port }: DataPlane): NftBatch {
  const words = transport === 'udp' ? nft`udp dport` : nft`tcp dport`;
  return nft`${family(address)} daddr ${address} ${words} ${port}`;
}

/** The word of nft for an address's family. */
export function family(address: string): NftBatch {
  return address.includes(':') ? nft`ip6` : nft`ip`;
}
