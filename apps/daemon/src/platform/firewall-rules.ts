import type { Endpoint } from '@comet/foundation';
import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import { splitMark } from '../split/split-rules.ts';
import type { FirewallPolicy, GatewayContact } from './firewall.ts';
import {
  icmpTooBig,
  lanForward,
  lanInput,
  lanOutput,
  stationInput,
  stationOutput,
} from './firewall-standing.ts';

/** The tunnel's link and the mark that only our data plane puts on its packets. */
export interface TunnelMarks {
  readonly link: string;
  readonly fwmark: number;
}

/**
 * The nftables transaction for a policy: one table, replaced as a whole. The table is added first so that deleting it
 * cannot fail, and the kernel sees nothing between the old rules and the new.
 */
export function firewallRules(policy: FirewallPolicy | null, marks: TunnelMarks): NftBatch {
  if (policy === null)
    return nft`add table inet comet
delete table inet comet`;
  return nft`add table inet comet
delete table inet comet
table inet comet {
chain prerouting {
type filter hook prerouting priority mangle; policy accept;
${prerouting(policy, marks)}
}
chain postrouting {
type filter hook postrouting priority mangle; policy accept;
meta mark ${marks.fwmark} ct mark set meta mark
}
chain input {
type filter hook input priority filter; policy drop;
iifname ${'lo'} accept
${stationInput}
${input(policy, marks)}
}
chain output {
type filter hook output priority filter; policy drop;
oifname ${'lo'} accept
${stationOutput}
${output(policy, marks)}
${rejections}
}
chain forward {
type filter hook forward priority filter; policy drop;
${forward(policy, marks)}
${rejections}
}
}`;
}

/** Refused at once, so that programs fail fast instead of waiting for a time-out. */
const rejections = nft`meta l4proto tcp reject with tcp reset
reject with icmpx type admin-prohibited`;

/** What split tunnelling sends outside; see `split-rules.ts`. */
const letOut = nft`meta mark ${splitMark} ct mark ${splitMark} accept`;

const rejectNames = nft`udp dport 53 reject with icmpx type admin-prohibited
tcp dport 53 reject with tcp reset`;

/**
 * Answers to our data plane get its mark back before the reverse-path filter looks them up; and a packet for the tunnel's
 * address that came in elsewhere is a neighbour probing which connections we have (CVE-2019-14899).
 */
function prerouting(policy: FirewallPolicy, { link, fwmark }: TunnelMarks): NftBatch {
  const marking = nft`meta l4proto udp ct mark ${fwmark} meta mark set ct mark`;
  if (policy.kind !== 'connected') return marking;
  const { ipv4, ipv6 } = policy.tunnel;
  return joinNft([
    marking,
    nft`iifname != ${['lo', link]} ip daddr ${ipv4} drop`,
    nft`iifname != ${['lo', link]} ip6 daddr ${ipv6} drop`,
  ]);
}

function input(policy: FirewallPolicy, { link }: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'blocked' ? [] : [endpointInput(policy.gateway)]),
    // Told by its flags, not by connection tracking: what was said before the table stood is unknown to it, and the answer would be lost.
    ...reachable(policy).map(
      ({ host, port }) =>
        nft`${family(host)} saddr ${host} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    ),
    ...(policy.kind === 'connected' ? [answersInTunnel(link)] : []),
    nft`ct mark ${splitMark} ct state { established, related } accept`,
    ...(policy.allowLan ? [lanInput] : []),
  ]);
}

function output(policy: FirewallPolicy, { link, fwmark }: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'blocked' ? [] : [endpointOutput(policy.gateway, fwmark)]),
    ...reachable(policy).map(
      ({ host, port }) => nft`meta skuid 0 ${family(host)} daddr ${host} tcp dport ${port} accept`,
    ),
    ...(policy.kind === 'connected' ? namesInTunnel(policy.tunnel.dns, link) : []),
    letOut,
    rejectNames,
    ...(policy.kind === 'connected' ? ownTraffic(policy.tunnel, link) : []),
    ...(policy.allowLan ? [lanOutput] : []),
  ]);
}

/** Containers and virtual machines behind this host use the tunnel or nothing. */
function forward(policy: FirewallPolicy, { link }: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? namesInTunnel(policy.tunnel.dns, link) : []),
    rejectNames,
    ...(policy.kind === 'connected' ? [nft`oifname ${link} accept`, answersInTunnel(link)] : []),
    ...(policy.allowLan ? [lanForward] : []),
  ]);
}

/** The hosts that root may reach outside of the tunnel, by address: our API and the gateway's door. Inside it, all go the same way. */
function reachable(policy: FirewallPolicy): readonly Endpoint[] {
  if (policy.kind === 'connected') return [];
  const door =
    policy.kind === 'connecting' ? [{ host: policy.gateway.address, port: policy.gateway.doorPort }] : [];
  return [...policy.api, ...door];
}

function endpointInput({ address, wireguardPort }: GatewayContact): NftBatch {
  return joinNft([nft`${family(address)} saddr ${address} udp sport ${wireguardPort} accept`, icmpTooBig]);
}

function endpointOutput({ address, wireguardPort }: GatewayContact, fwmark: number): NftBatch {
  return nft`meta mark ${fwmark} ${family(address)} daddr ${address} udp dport ${wireguardPort} accept`;
}

/** What answers us. Nobody beyond the tunnel, not even the gateway, may open a connection to this machine. */
function answersInTunnel(link: string): NftBatch {
  return nft`iifname ${link} ct state { established, related } accept`;
}

function namesInTunnel(dns: readonly string[], link: string): NftBatch[] {
  return dns.flatMap((server) => [
    nft`oifname ${link} ${family(server)} daddr ${server} udp dport 53 accept`,
    nft`oifname ${link} ${family(server)} daddr ${server} tcp dport 53 accept`,
  ]);
}

/**
 * Only what carries the tunnel's own address: a connection that began outside is reset, and so begins again inside, instead
 * of waiting for answers that cannot come.
 */
function ownTraffic(tunnel: { readonly ipv4: string; readonly ipv6: string }, link: string): NftBatch[] {
  return [
    nft`oifname ${link} ip saddr ${tunnel.ipv4} accept`,
    nft`oifname ${link} ip6 saddr ${tunnel.ipv6} accept`,
  ];
}

function family(address: string): NftBatch {
  return address.includes(':') ? nft`ip6` : nft`ip`;
}
