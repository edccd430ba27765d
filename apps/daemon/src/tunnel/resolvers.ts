import { knownBlockLists, type NameFilter, nameFilters } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import { isIp } from '@comet/foundation';
import {
  type BlockListName,
  type DaemonSettings,
  parseResolver,
  type ResolverAddress,
} from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import type { Session } from '../model/session.ts';
import { isPublic } from '../platform/admission/public-address.ts';
import { splitServers } from './split-dns.ts';
import type { ResolverPlan } from '../platform/dns/local-resolver.ts';

/** The resolvers of a gateway. */
export interface GatewayResolvers {
  readonly dns: readonly string[];
  readonly filters?: readonly NameFilter[] | undefined;
}

export type ResolverSettings = Pick<
  DaemonSettings,
  'dns' | 'blockLists' | 'nameLists' | 'allowedNames' | 'splitDns' | 'routes'
>;

/** Returns the resolvers of a session's gateway. OpenVPN does not transmit them, so its lists come from the signed list. */
export function gatewayResolvers(session: Session): GatewayResolvers {
  if (session.protocol === 'wireguard') return admittedResolvers(session.admittance);
  return { dns: session.lease.dns, filters: nameFilters(session.gateway.blockLists) };
}

/** A gateway sends the addresses for the common lists only: those for all sets of its lists follow from their names. */
function admittedResolvers({ dns, filters = [], moreBlockLists = [] }: Admittance): GatewayResolvers {
  if (moreBlockLists.length === 0) return { dns, filters };
  const blockLists = filters.flatMap(({ lists }) => lists);
  return { dns, filters: nameFilters(knownBlockLists({ blockLists, moreBlockLists })) };
}

/**
 * Returns the addresses that are queried over port 53 in a session's tunnel. With the resolver program these are also the gateway's
 * unfiltered ones, for host names of encrypted resolvers and for allowed names, and those of single domains. Otherwise the user's own resolvers; else those of the gateway with as many of the chosen lists as it has and no others,
 * else its unfiltered one. `missingLists` reports the lists that it lacks; no query leaves the tunnel.
 */
export function resolversOf(gateway: GatewayResolvers, settings: ResolverSettings): readonly string[] {
  const chosen = chosenResolvers(gateway, settings);
  if (resolverPlan(gateway, settings) === null) return chosen;
  return [...new Set([...chosen, ...gateway.dns, ...splitServers(settings.splitDns).tunnelled])];
}

/**
 * Returns the resolvers of a location: those of its gateway with the chosen block lists, whatever resolvers the user has chosen for the main
 * tunnel.
 */
export function locationResolvers(session: Session, settings: ResolverSettings): readonly string[] {
  return chosenResolvers(gatewayResolvers(session), { ...settings, dns: null });
}

/** The chosen resolvers that are queried over port 53. */
function chosenResolvers(gateway: GatewayResolvers, settings: ResolverSettings): readonly string[] {
  if (settings.dns !== null) return settings.dns.servers.filter(isIp);
  const filter = filterFor(gateway, chosenLists(settings));
  return filter === null ? gateway.dns : [filter.address];
}

/** Whether every custom resolver is in the public internet; one with a host name is reached through the tunnel only. */
export function arePublic(dns: DaemonSettings['dns']): boolean {
  return resolversIn(dns).every((one) => {
    const host = one.over === 'plain' ? one.address : one.host;
    return !isIp(host) || isPublic(host);
  });
}

/** Whether custom resolvers need the resolver program of this machine: it supports encrypted ones. */
export function needsResolverProgram(dns: DaemonSettings['dns']): boolean {
  return resolversIn(dns).some(({ over }) => over !== 'plain');
}

function resolversIn(dns: DaemonSettings['dns']): readonly ResolverAddress[] {
  return (dns?.servers ?? []).flatMap((server) => parseResolver(server) ?? []);
}

/**
 * Returns the plan of the resolver program of this machine, which also reports the addresses of routed sites; null if it is not needed.
 */
export function resolverPlan(gateway: GatewayResolvers, settings: ResolverSettings): ResolverPlan | null {
  const { dns, nameLists: lists, allowedNames: allowed, splitDns: split } = settings;
  if (!usesResolverProgram(settings)) return null;
  const chosen = chosenResolvers(gateway, settings);
  const servers =
    dns === null ? chosen.map((address) => ({ over: 'plain', address }) as const) : resolversIn(dns);
  const filter = dns === null ? filterFor(gateway, chosenLists(settings)) : null;
  return {
    servers,
    bootstrap: gateway.dns,
    lists,
    allowed,
    unfiltered: filter === null ? [] : gateway.dns,
    filterLists: filter?.lists ?? [],
    split,
    sites: sitesOf(settings.routes),
  };
}

/** Whether the settings need the resolver program of this machine, which also counts what a gateway's lists block. */
export function usesResolverProgram(settings: ResolverSettings): boolean {
  const hasSites = settings.routes.some(({ kind }) => kind === 'site');
  return (
    needsResolverProgram(settings.dns) || hasOwnLists(settings) || settings.splitDns.length > 0 || hasSites
  );
}

/** The sites of routes as the resolver program gets them. */
function sitesOf(routes: DaemonSettings['routes']): ResolverPlan['sites'] {
  return routes.flatMap((route) =>
    route.kind === 'site' ? [{ site: route.site, blocked: route.to === 'block' }] : [],
  );
}

/** Whether the user has own lists or allowed names, which the resolver program applies. */
export function hasOwnLists({
  nameLists,
  allowedNames,
}: Pick<DaemonSettings, 'nameLists' | 'allowedNames'>): boolean {
  return nameLists.length > 0 || allowedNames.length > 0;
}

/** The chosen lists that a gateway does not have. */
export function missingLists(
  gateway: GatewayResolvers,
  settings: ResolverSettings,
): readonly BlockListName[] {
  if (settings.dns !== null) return [];
  const held = filterFor(gateway, chosenLists(settings))?.lists ?? [];
  return chosenLists(settings).filter((name) => !held.includes(name));
}

/** The same for a gateway that is known only from the signed list. */
export function missingListsOf(
  { blockLists }: { readonly blockLists: readonly BlockListName[] },
  settings: ResolverSettings,
): readonly BlockListName[] {
  return missingLists({ dns: [], filters: nameFilters(blockLists) }, settings);
}

function chosenLists({ blockLists }: Pick<ResolverSettings, 'blockLists'>): readonly BlockListName[] {
  return blockListNames.filter((name) => blockLists[name]);
}

function filterFor({ filters }: GatewayResolvers, chosen: readonly BlockListName[]) {
  const fitting = (filters ?? []).filter(
    ({ lists }) => lists.length > 0 && lists.every((name) => chosen.includes(name)),
  );
  return fitting.toSorted((one, other) => other.lists.length - one.lists.length)[0] ?? null;
}
