import type { Endpoint } from '@comet/foundation';
import { joinNft, type NftBatch, nft } from '@comet/linux-network';
import { portalInput, portalOutput } from './portal-rules.ts';
import { splitMark } from './split-rules.ts';
import type { DnsPorts } from '../control-plane/dashboard-names.ts';
import type { ApiContact, FirewallPolicy, GatewayContact, OpenPort } from './firewall.ts';
import {
  endpointInput,
  endpointOutput,
  family,
  throughInput,
  throughOutput,
  lanForward,
  lanInput,
  lanOutput,
  hostInput,
  hostOutput,
  marking,
  prerouting,
  resolverUid,
  type TunnelMarks,
} from './firewall-gateway.ts';
import { routedInput, routedOutput, routedPrerouting } from './route-marks.ts';
import { sourceGuard } from './firewall-sources.ts';

type Tunnel = Extract<FirewallPolicy, { kind: 'connected' }>['tunnel'];

/**
 * The nftables transaction for a policy: one table, replaced as a whole. The table is added first so that its deletion cannot fail, and the
 * kernel applies either the old rules or the new. `names`: where DNS queries are answered on this machine while the dashboard may be
 * reached; without it every query is rejected.
 */
export function firewallRules(
  policy: FirewallPolicy | null,
  marks: TunnelMarks,
  names: DnsPorts | null = null,
): NftBatch {
  if (policy === null)
    return nft`add table inet comet
delete table inet comet`;
  return nft`add table inet comet
delete table inet comet
table inet comet {
chain prerouting {
type filter hook prerouting priority mangle; policy accept;
${joinNft([prerouting(policy, marks), ...routedIn(policy, routedPrerouting)])}
}
${joinNft([marking(policy, marks), ...redirectDns(names)])}
chain postrouting {
type filter hook postrouting priority mangle; policy accept;
meta mark ${marks.fwmark} ct mark set meta mark
}
${sourceGuard(policy)}
chain input {
type filter hook input priority filter; policy drop;
iif ${'lo'} accept
${input(policy, marks)}
}
chain output {
type filter hook output priority filter; policy drop;
oif ${'lo'} accept
${joinNft([...acceptLocalDns(names), output(policy, marks)])}
${rejections}
}
chain forward {
type filter hook forward priority filter; policy drop;
${forward(policy, marks)}
${rejections}
}
}`;
}

/** Rejected at once, so that programs fail fast instead of waiting for a timeout. */
const rejections = nft`meta l4proto tcp reject with tcp reset
reject with icmpx type admin-prohibited`;

/**
 * A connection through a removed tunnel continues to send from that tunnel's address. A refusal would be sent to that former address: to
 * the LAN if neighbours are allowed, with the address of the peer in it. Resets of other hosts are refusals by this firewall, to
 * containers.
 */
const dropForeignSources = nft`tcp flags & rst != rst fib saddr type != local drop
meta l4proto != tcp fib saddr type != local drop`;

/** Traffic that split tunnelling sends outside; see `split-rules.ts`. */
const acceptSplit = nft`meta mark ${splitMark} ct mark ${splitMark} accept`;

const rejectDns = nft`udp dport 53 reject with icmpx type admin-prohibited
tcp dport 53 reject with tcp reset`;

/**
 * Redirects DNS queries to our resolver, whatever their destination; queries of programs outside the tunnel (split tunnelling) are not
 * redirected.
 */
function redirectDns(names: DnsPorts | null): NftBatch[] {
  if (names === null) return [];
  const rules = [
    ...(names.ipv4 === null ? [] : [nft`udp dport 53 dnat ip to ${'127.0.0.1'}:${names.ipv4}`]),
    ...(names.ipv6 === null ? [] : [nft`udp dport 53 dnat ip6 to [${'::1'}]:${names.ipv6}`]),
  ];
  return [
    nft`chain names {
type nat hook output priority -100; policy accept;
meta mark ${splitMark} accept
${joinNft(rules)}
}`,
  ];
}

/** The resolver program sends through the tunnel only, also where other programs may reach neighbours or the dashboard. */
function confineResolver({ links }: TunnelMarks): NftBatch {
  return nft`meta skuid ${resolverUid} oifname != ${links} drop`;
}

/** Queries of the resolver program for single domains, to exactly these servers in the local network. */
function splitDns(policy: FirewallPolicy, { links }: TunnelMarks): NftBatch[] {
  if (policy.kind !== 'connected' || !policy.allowLan) return [];
  return (policy.lanDns ?? []).flatMap((server) =>
    [nft`udp`, nft`tcp`].map(
      (protocol) =>
        nft`meta skuid ${resolverUid} oifname != ${links} ${family(server)} daddr ${server} ${protocol} dport 53 accept`,
    ),
  );
}

/** A redirected query keeps its original output link until the end of the rules. */
function acceptLocalDns(names: DnsPorts | null): NftBatch[] {
  if (names === null) return [];
  return [
    ...(names.ipv4 === null ? [] : [nft`ip daddr ${'127.0.0.1'} udp dport ${names.ipv4} accept`]),
    ...(names.ipv6 === null ? [] : [nft`ip6 daddr ${'::1'} udp dport ${names.ipv6} accept`]),
  ];
}

/** Matches the links other than tunnels; packets of the loopback are accepted before. */
function nonTunnelLinks({ links }: TunnelMarks): NftBatch {
  return nft`iifname != ${links}`;
}

function input(policy: FirewallPolicy, marks: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected'
      ? [repliesInTunnel(policy.tunnel.link), ...forwardedIn(policy.tunnel, policy.openPorts ?? [])]
      : []),
    ...routedIn(policy, routedInput),
    ...contactsOf(policy).map(endpointInput),
    ...throughInput(policy),
    hostInput(nonTunnelLinks(marks)),
    // Matched by flags, not by connection tracking, which does not contain connections from before the table: their responses would be
    // lost.
    ...[...reachable(policy), ...dashboardOf(policy)].map(
      ({ host, port }) =>
        nft`${family(host)} saddr ${host} tcp sport ${port} tcp flags & (syn | ack) != syn accept`,
    ),
    ...(policy.splitOutside ? [nft`ct mark ${splitMark} ct state established,related accept`] : []),
    ...(showsPortal(policy) ? [portalInput] : []),
    ...(policy.allowLan ? [lanInput(nonTunnelLinks(marks))] : []),
  ]);
}

function output(policy: FirewallPolicy, marks: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? [usualTraffic(policy.tunnel)] : []),
    ...splitDns(policy, marks),
    confineResolver(marks),
    ...contactsOf(policy).map((contact) => endpointOutput(contact, marks)),
    ...throughOutput(policy, marks.fwmark),
    hostOutput,
    ...reachable(policy).map(
      ({ host, port, sender }) =>
        nft`meta skuid ${sender === 'program' ? marks.obfuscatorUid : 0} ${family(host)} daddr ${host} tcp dport ${port} accept`,
    ),
    ...dashboardOf(policy).map(
      ({ host, port }) => nft`${family(host)} daddr ${host} tcp dport ${port} accept`,
    ),
    ...(policy.kind === 'connected' ? dnsInTunnel(policy.tunnel) : []),
    ...(policy.splitOutside ? [acceptSplit] : []),
    ...(showsPortal(policy) ? [portalOutput] : []),
    ...routedIn(policy, routedOutput),
    dropForeignSources,
    rejectDns,
    ...(policy.kind === 'connected' ? ownTraffic(policy.tunnel) : []),
    ...(policy.allowLan ? [lanOutput] : []),
  ]);
}

/** Containers and virtual machines on this host may send through the tunnel only. */
function forward(policy: FirewallPolicy, marks: TunnelMarks): NftBatch {
  return joinNft([
    ...(policy.kind === 'connected' ? dnsInTunnel(policy.tunnel) : []),
    rejectDns,
    ...(policy.kind === 'connected'
      ? [nft`oifname ${policy.tunnel.link} accept`, repliesInTunnel(policy.tunnel.link)]
      : []),
    ...routedIn(policy, routedOutput),
    ...routedIn(policy, routedInput),
    ...(policy.allowLan ? [lanForward(nonTunnelLinks(marks))] : []),
  ]);
}

/** The hosts of our data plane's packets: the gateway, its other transports while they are opened, its WireGuard ports during retries, and the next one before a move. */
function contactsOf(policy: FirewallPolicy): readonly GatewayContact[] {
  if (policy.kind === 'blocked') return [];
  const { gateway } = policy;
  const opening = (policy.opening ?? []).map((dataPlane): GatewayContact => ({ ...gateway, dataPlane }));
  if (policy.kind === 'connecting') return [gateway, ...opening];
  const { retryPorts = [], nextGateway } = policy;
  const retries = retryPorts.map(
    (port): GatewayContact => ({ ...gateway, dataPlane: { transport: 'udp', port } }),
  );
  const others = [...(nextGateway === undefined ? [] : [nextGateway]), ...(policy.routed?.gateways ?? [])];
  return [gateway, ...opening, ...retries, ...others];
}

/**
 * The hosts that root, or an obfuscation program on the way to the API, may contact outside the tunnel, by address: the API, the gateway's
 * admission endpoint and the probed ports.
 */
function reachable(policy: FirewallPolicy): readonly ApiContact[] {
  if (policy.kind === 'connected') return [];
  if (policy.kind === 'blocked') return policy.api;
  const { address, admissionPort, probePorts = [] } = policy.gateway;
  const ports = admissionPort === null ? probePorts : [admissionPort, ...probePorts];
  return [...policy.api, ...ports.map((port) => ({ host: address, port }))];
}

/** The rules for the traffic of routes; none without a tunnel. */
function routedIn(policy: FirewallPolicy, rules: typeof routedInput): NftBatch[] {
  return policy.kind === 'connected' && policy.routed !== undefined ? rules(policy.routed) : [];
}

/** Whether the program that shows the network's sign-in page may leave; with a tunnel there is no such page. */
function showsPortal(policy: FirewallPolicy): boolean {
  return policy.kind !== 'connected' && policy.portal === true;
}

/** The web servers that every program may contact. */
function dashboardOf(policy: FirewallPolicy): readonly Endpoint[] {
  return policy.kind === 'blocked' ? (policy.dashboard ?? []) : [];
}

/** Responses. No host in the tunnel, not even the gateway, may open a connection to this machine, except to a forwarded port. */
function repliesInTunnel(link: string): NftBatch {
  return nft`iifname ${link} ct state established,related accept`;
}

function forwardedIn({ link, ipv4 }: Tunnel, ports: readonly OpenPort[]): NftBatch[] {
  return ports.map(
    ({ protocol, port }) =>
      nft`iifname ${link} ip daddr ${ipv4} ${protocol === 'tcp' ? nft`tcp` : nft`udp`} dport ${port} accept`,
  );
}

function dnsInTunnel({ dns, link }: Tunnel): NftBatch[] {
  return dns.flatMap((server) => [
    nft`oifname ${link} ${family(server)} daddr ${server} udp dport 53 accept`,
    nft`oifname ${link} ${family(server)} daddr ${server} tcp dport 53 accept`,
  ]);
}

/**
 * Accepts nearly all packets that are sent while a tunnel is up, as the first rule. It is a part of `ownTraffic`: two protocols, without
 * DNS. The source address is the tunnel's, so the packet can leave by no other link.
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
 * Allows only packets with the tunnel's own address: a connection from before the tunnel is reset, so that the program opens it again
 * inside, instead of waiting for responses that cannot arrive.
 */
function ownTraffic({ link, ipv4, ipv6 }: Tunnel): NftBatch[] {
  return [nft`oifname ${link} ip saddr ${ipv4} accept`, nft`oifname ${link} ip6 saddr ${ipv6} accept`];
}
