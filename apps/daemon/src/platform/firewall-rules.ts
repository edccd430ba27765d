import type { Endpoint } from '@comet/foundation';
import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import { splitMark } from '../split/split-rules.ts';
import type { DataPlane, FirewallPolicy, GatewayContact } from './firewall.ts';
import {
  icmpTooBig,
  lanForward,
  lanInput,
  lanOutput,
  stationInput,
  stationOutput,
} from './firewall-standing.ts';

/** What our data plane is told by. */
export interface TunnelMarks {
  /** The mark that only our data plane puts on its packets. */
  readonly fwmark: number;
  /** The user that the programs run as which hide OpenVPN: they cannot mark their packets, and nobody else is that user. */
  readonly obfuscatorUid: number;
}

type Tunnel = Extract<FirewallPolicy, { kind: 'connected' }>['tunnel'];

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
${marking(policy, marks)}
chain postrouting {
type filter hook postrouting priority mangle; policy accept;
meta mark ${marks.fwmark} ct mark set meta mark
}
chain input {
type filter hook input priority filter; policy drop;
iif ${'lo'} accept
${input(policy)}
}
chain output {
type filter hook output priority filter; policy drop;
oif ${'lo'} accept
${output(policy, marks)}
${rejections}
}
chain forward {
type filter hook forward priority filter; policy drop;
${forward(policy)}
${rejections}
}
}`;
}

/** Refused at once, so that programs fail fast instead of waiting for a time-out. */
const rejections = nft`meta l4proto tcp reject with tcp reset
reject with icmpx type admin-prohibited`;

/**
 * A connection through a tunnel that is gone sends on from that tunnel's address. A refusal would go to that address, which is nobody's
 * now: out to the LAN where neighbours may be reached, with the name of who was spoken to in it. The resets of others are refusals
 * of ours, to containers.
 */
const dropStrays = nft`tcp flags & rst != rst fib saddr type != local drop
meta l4proto != tcp fib saddr type != local drop`;

/** What split tunnelling sends outside; see `split-rules.ts`. */
const letOut = nft`meta mark ${splitMark} ct mark ${splitMark} accept`;

const rejectNames = nft`udp dport 53 reject with icmpx type admin-prohibited
tcp dport 53 reject with tcp reset`;

/**
 * Answers to our data plane get its mark back before the reverse-path filter looks them up; and a packet for the tunnel's
 * address that came in elsewhere is a neighbour probing which connections we have (CVE-2019-14899). What comes out of the tunnel is
 * neither, and most of all packets: it is asked no more than where it comes from.
 */
function prerouting(policy: FirewallPolicy, { fwmark }: TunnelMarks): NftBatch {
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

/** The links that are no tunnel's, as far as one is known to be one; what the loopback brings is let in before. */
function beside(policy: FirewallPolicy): NftBatch {
  if (policy.kind === 'connected') return nft`iifname != ${policy.tunnel.link}`;
  return nft`iifname != ${(policy.kind === 'connecting' ? policy.through?.link : undefined) ?? 'lo'}`;
}

function input(policy: FirewallPolicy): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? [answersInTunnel(policy.tunnel.link)] : []),
    ...(policy.kind === 'blocked' ? [] : [endpointInput(policy.gateway)]),
    ...throughInput(policy),
    stationInput(beside(policy)),
    // Told by its flags, not by connection tracking: what was said before the table stood is unknown to it, and the answer would be lost.
    ...reachable(policy).map(
      ({ host, port }) =>
        nft`${family(host)} saddr ${host} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    ),
    nft`ct mark ${splitMark} ct state established,related accept`,
    ...(policy.allowLan ? [lanInput] : []),
  ]);
}

function output(policy: FirewallPolicy, { fwmark }: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? [usualTraffic(policy.tunnel)] : []),
    ...(policy.kind === 'blocked' ? [] : [endpointOutput(policy.gateway, fwmark)]),
    ...throughOutput(policy, fwmark),
    stationOutput,
    ...reachable(policy).map(
      ({ host, port }) => nft`meta skuid 0 ${family(host)} daddr ${host} tcp dport ${port} accept`,
    ),
    ...(policy.kind === 'connected' ? namesInTunnel(policy.tunnel) : []),
    letOut,
    dropStrays,
    rejectNames,
    ...(policy.kind === 'connected' ? ownTraffic(policy.tunnel) : []),
    ...(policy.allowLan ? [lanOutput] : []),
  ]);
}

/** Containers and virtual machines behind this host use the tunnel or nothing. */
function forward(policy: FirewallPolicy): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? namesInTunnel(policy.tunnel) : []),
    rejectNames,
    ...(policy.kind === 'connected'
      ? [nft`oifname ${policy.tunnel.link} accept`, answersInTunnel(policy.tunnel.link)]
      : []),
    ...(policy.allowLan ? [lanForward] : []),
  ]);
}

/** The hosts that root may reach outside of the tunnel, by address: our API and the gateway's door. Inside it, all go the same way. */
function reachable(policy: FirewallPolicy): readonly Endpoint[] {
  if (policy.kind === 'connected') return [];
  if (policy.kind === 'blocked' || policy.gateway.doorPort === null) return policy.api;
  return [...policy.api, { host: policy.gateway.address, port: policy.gateway.doorPort }];
}

function endpointInput({ address, dataPlane: { transport, port } }: GatewayContact): NftBatch {
  const from = nft`${family(address)} saddr ${address}`;
  return joinNft([
    transport === 'udp'
      ? nft`${from} udp sport ${port} accept`
      : nft`${from} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    icmpTooBig,
  ]);
}

function endpointOutput({ address, dataPlane }: GatewayContact, fwmark: number): NftBatch {
  return nft`meta mark ${fwmark} ${toEndpoint(address, dataPlane)} accept`;
}

/** To the second gateway of two: our data plane, and root at its door. */
function throughOutput(policy: FirewallPolicy, fwmark: number): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, doorPort } = policy.through;
  const to = nft`oifname ${link} ${family(address)} daddr ${address}`;
  return [
    nft`${to} meta mark ${fwmark} udp dport ${wireguardPort} accept`,
    nft`${to} meta skuid 0 tcp dport ${doorPort} accept`,
  ];
}

function throughInput(policy: FirewallPolicy): NftBatch[] {
  if (policy.kind === 'blocked' || policy.through === undefined) return [];
  const { link, address, wireguardPort, doorPort } = policy.through;
  const from = nft`iifname ${link} ${family(address)} saddr ${address}`;
  return [
    nft`${from} udp sport ${wireguardPort} accept`,
    nft`${from} tcp sport ${doorPort} tcp flags & (syn | ack) != syn accept`,
  ];
}

function toEndpoint(address: string, { transport, port }: DataPlane): NftBatch {
  const words = transport === 'udp' ? nft`udp dport` : nft`tcp dport`;
  return nft`${family(address)} daddr ${address} ${words} ${port}`;
}

/**
 * Gives our mark to what the hiding programs send to the gateway, and only to that. A chain of type `route` sends such packets by
 * the way that marked ones take, also when the tunnel's routes came after the connection.
 */
function marking(policy: FirewallPolicy, { fwmark, obfuscatorUid }: TunnelMarks): NftBatch {
  if (policy.kind === 'blocked' || policy.gateway.dataPlane.transport !== 'tcp') return joinNft([]);
  const { address, dataPlane } = policy.gateway;
  return nft`chain marking {
type route hook output priority mangle; policy accept;
meta skuid ${obfuscatorUid} ${toEndpoint(address, dataPlane)} meta mark set ${fwmark}
}`;
}

/** What answers us. Nobody beyond the tunnel, not even the gateway, may open a connection to this machine. */
function answersInTunnel(link: string): NftBatch {
  return nft`iifname ${link} ct state established,related accept`;
}

function namesInTunnel({ dns, link }: Tunnel): NftBatch[] {
  return dns.flatMap((server) => [
    nft`oifname ${link} ${family(server)} daddr ${server} udp dport 53 accept`,
    nft`oifname ${link} ${family(server)} daddr ${server} tcp dport 53 accept`,
  ]);
}

/**
 * Nearly every packet that is sent while a tunnel is up, before anything else is asked about it. It is less than `ownTraffic` lets
 * through: of two protocols, and no names. It carries an address that is the tunnel's, so it goes on from no other one.
 */
function usualTraffic({ link, ipv4, ipv6 }: Tunnel): NftBatch {
  return joinNft(
    [nft`ip saddr ${ipv4}`, nft`ip6 saddr ${ipv6}`].flatMap((own) => [
      nft`oifname ${link} ${own} tcp dport != 53 accept`,
      nft`oifname ${link} ${own} udp dport != 53 accept`,
    ]),
  );
}

/**
 * Only what carries the tunnel's own address: a connection that began outside is reset, and so begins again inside, instead
 * of waiting for answers that cannot come.
 */
function ownTraffic({ link, ipv4, ipv6 }: Tunnel): NftBatch[] {
  return [nft`oifname ${link} ip saddr ${ipv4} accept`, nft`oifname ${link} ip6 saddr ${ipv6} accept`];
}

function family(address: string): NftBatch {
  return address.includes(':') ? nft`ip6` : nft`ip`;
}
