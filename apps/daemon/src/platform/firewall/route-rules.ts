import { createHash } from 'node:crypto';
import { joinNft, type NftBatch, nft, nftCgroup, nftName } from '@comet/linux-network';
import { resolverUid } from './firewall-gateway.ts';
import { isMarked, ofProxies, routeMarks } from './route-marks.ts';
import type { SplitPlan } from './split-rules.ts';

/** In the connection's mark, for routes to the location of the main tunnel. */
const mainTunnel = 0xc0_ef;
/** Maximum number of addresses of sites, per family. */
const maxAddresses = 16_384;

/** How the traffic of a route leaves; a slot's number counts from 0. */
export type RouteExit = 'direct' | 'block' | 'main' | { readonly slot: number };

/** An address of a site, until a moment in unix milliseconds. */
export interface RoutedAddress {
  readonly address: string;
  readonly until: number;
}

/** A route as rules apply it. */
export interface RoutePlan {
  readonly kind: 'site' | 'app';
  /** Its site or program; identifies it. */
  readonly subject: string;
  readonly exit: RouteExit;
  /** Of a site; those it shares with another one of the same exit may be in the other's. */
  readonly addresses: readonly RoutedAddress[];
  /** Of a program. */
  readonly cgroups: SplitPlan['cgroups'];
  /** Bytes that were counted before. */
  readonly counted: RouteTraffic;
}

export interface RouteTraffic {
  readonly received: number;
  readonly sent: number;
}

/** The mark of a route's connections: the exit, and half a hash of the route, so that no other route continues its connections. */
export function connectionMark({ subject, exit }: Pick<RoutePlan, 'subject' | 'exit'>): number {
  const half = createHash('sha256').update(subject).digest().readUInt16BE();
  return packetMark(exit) * 0x1_0000 + half;
}

function packetMark(exit: RouteExit): number {
  if (typeof exit === 'object') return routeMarks.slots[exit.slot] ?? 0;
  return exit === 'direct' ? routeMarks.direct : mainTunnel;
}

/** The names of a route's counters. */
export function counterNames(index: number): { readonly sent: string; readonly received: string } {
  return { sent: `sent${index}`, received: `received${index}` };
}

/** Identifies the links of the slots, and the packets of our data plane, which are never routed again. */
export interface RouteRuleMarks {
  readonly links: readonly string[];
  readonly fwmark: number;
  /** The slots whose tunnel is up. */
  readonly up: readonly number[];
}

/**
 * A table in addition to the firewall's. Packets to a site's addresses, or of a program, get the mark of their route, by which they are
 * routed; a connection keeps its route, also after its address has left the map. What is marked for a slot and would leave by another link
 * is dropped where the final link is known, and rejected before while the slot's tunnel is down. `now`: unix milliseconds.
 */
export function routeRules(
  plans: readonly RoutePlan[],
  { links, fwmark, up }: RouteRuleMarks,
  now: number,
): NftBatch {
  const gone = nft`add table inet comet_routes
delete table inet comet_routes`;
  if (plans.length === 0) return gone;
  const hasSites = plans.some(({ kind }) => kind === 'site');
  const slots = [...new Set(plans.flatMap(({ exit }) => (typeof exit === 'object' ? [exit.slot] : [])))];
  return nft`${gone}
table inet comet_routes {
${joinNft(plans.flatMap((plan, index) => counters(plan, index)))}
${addressMap(plans, 4, now)}
${addressMap(plans, 6, now)}
chain prerouting {
type filter hook prerouting priority mangle - 1; policy accept;
iif ${'lo'} accept
iifname != ${links} ct direction original fib daddr type != local ct mark set ip daddr map @sites4
iifname != ${links} ct direction original fib daddr type != local ct mark set ip6 daddr map @sites6
ct direction reply counter name ct mark map ${counterMap(plans, 'received')}
${restoreMarks(plans)}
}
chain marking {
type route hook output priority mangle - 1; policy accept;
oif ${'lo'} accept
meta mark ${fwmark} accept
meta skuid ${resolverUid} accept
${ofProxies} accept
meta l4proto { tcp, udp } th dport 53 accept
${joinNft(plans.flatMap((plan) => ofProgram(plan, nft`ct mark set ${connectionMark(plan)}`)))}
ct mark set ip daddr map @sites4
ct mark set ip6 daddr map @sites6
${restoreMarks(plans)}
}
chain confined_output {
type filter hook output priority filter - 1; policy accept;
oif ${'lo'} accept
${joinNft(plans.filter(({ exit }) => exit === 'block').flatMap((plan) => ofProgram(plan, nft`goto refused`)))}
${hasSites ? resolverOnly : joinNft([])}
${joinNft(slots.filter((slot) => !up.includes(slot)).map((slot) => nft`meta mark ${packetMark({ slot })} goto refused`))}
}
chain confined_forward {
type filter hook forward priority filter - 1; policy accept;
${joinNft(slots.map((slot) => confined(slot, links)))}
}
chain refused {
meta l4proto tcp reject with tcp reset
reject with icmpx type admin-prohibited
}
chain sent {
type filter hook postrouting priority mangle; policy accept;
${joinNft(slots.map((slot) => nft`meta mark ${packetMark({ slot })} oifname != ${linkOf(slot, links)} drop`))}
ct direction original counter name ct mark map ${counterMap(plans, 'sent')}
}
chain sources {
type nat hook postrouting priority srcnat; policy accept;
${joinNft(slots.map((slot) => nft`oifname ${linkOf(slot, links)} ${isMarked(packetMark({ slot }))} masquerade`))}
oifname != ${'lo'} ${isMarked(routeMarks.direct)} masquerade
}
}`;
}

/** A new time of expiry replaces an element's in one transaction; `add` alone would keep the former. */
export function routedElements(mark: number, addresses: readonly RoutedAddress[], now: number): NftBatch {
  return joinNft(
    addresses.flatMap((routed) => {
      const map = routed.address.includes(':') ? nft`sites6` : nft`sites4`;
      const add = nft`add element inet comet_routes ${map} { ${element(routed, mark, now)} }`;
      return [add, nft`delete element inet comet_routes ${map} { ${routed.address} }`, add];
    }),
  );
}

function element({ address, until }: RoutedAddress, mark: number, now: number): NftBatch {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return nft`${address} timeout ${seconds}s : ${mark}`;
}

function addressMap(plans: readonly RoutePlan[], version: 4 | 6, now: number): NftBatch {
  const elements = plans.flatMap((plan) =>
    plan.addresses
      .filter(({ address, until }) => address.includes(':') === (version === 6) && until > now)
      .map((routed) => element(routed, connectionMark(plan), now)),
  );
  return nft`map ${version === 4 ? nft`sites4` : nft`sites6`} {
type ${version === 4 ? nft`ipv4_addr` : nft`ipv6_addr`} : mark; size ${maxAddresses}; flags timeout;
${elements.length === 0 ? joinNft([]) : nft`elements = ${elements}`}
}`;
}

function counters({ counted }: RoutePlan, index: number): NftBatch[] {
  const { sent, received } = counterNames(index);
  return [
    nft`counter ${nftName(sent)} { packets 0 bytes ${counted.sent} }`,
    nft`counter ${nftName(received)} { packets 0 bytes ${counted.received} }`,
  ];
}

function counterMap(plans: readonly RoutePlan[], direction: keyof RouteTraffic): NftBatch[] {
  return plans.map(
    // As the value of a map, a name is written in quotes, like the name of a link.
    (plan, index) => nft`${connectionMark(plan)} : ${counterNames(index)[direction]}`,
  );
}

/** Routes a connection's packets by its mark, and replies to forwarded ones; a mark of another route or a former one has no effect. */
function restoreMarks(plans: readonly RoutePlan[]): NftBatch {
  const pairs = plans
    .filter(({ exit }) => exit === 'direct' || typeof exit === 'object')
    .map((plan) => nft`${connectionMark(plan)} : ${packetMark(plan.exit)}`);
  return pairs.length === 0 ? joinNft([]) : nft`meta mark set ct mark map ${pairs}`;
}

function ofProgram({ cgroups }: RoutePlan, then: NftBatch): NftBatch[] {
  return cgroups.map(({ path, level }) => nft`socket cgroupv2 level ${level} ${nftCgroup(path)} ${then}`);
}

/** Other resolvers would give programs addresses that are not routed. Root's own queries check the tunnel. */
const resolverOnly = nft`meta skuid != { 0, ${resolverUid} } meta l4proto { tcp, udp } th dport 53 goto refused`;

function confined(slot: number, links: readonly string[]): NftBatch {
  return nft`meta mark ${packetMark({ slot })} oifname != ${linkOf(slot, links)} goto refused`;
}

function linkOf(slot: number, links: readonly string[]): string {
  const link = links[slot];
  if (link === undefined) throw new RangeError(`no link of slot ${slot}`);
  return link;
}
