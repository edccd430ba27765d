import { nameFilters } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import type { BlockListName, DaemonSettings } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import type { Session } from '../model/session.ts';

/** The resolvers of a gateway. */
interface GatewayResolvers {
  readonly dns: readonly string[];
  readonly filters?: Admittance['filters'];
}

export type ResolverSettings = Pick<DaemonSettings, 'dns' | 'blockLists'>;

/** Returns the resolvers of a session's gateway. OpenVPN does not transmit them, so its lists come from the signed list. */
export function gatewayResolvers(session: Session): GatewayResolvers {
  if (session.protocol === 'wireguard') return session.admittance;
  return { dns: session.lease.dns, filters: filtersFor(session.gateway.blockLists) };
}

/**
 * Returns the resolvers of a session: the user's own, else those of the gateway with as many of the chosen lists as it has and no others,
 * else its unfiltered one. `missingLists` reports the lists that it lacks; no query leaves the tunnel.
 */
export function resolversOf(gateway: GatewayResolvers, settings: ResolverSettings): readonly string[] {
  if (settings.dns !== null) return settings.dns.servers;
  const filter = filterFor(gateway, chosenLists(settings));
  return filter === null ? gateway.dns : [filter.address];
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
  return missingLists({ dns: [], filters: filtersFor(blockLists) }, settings);
}

function filtersFor(lists: readonly BlockListName[]) {
  return nameFilters(lists).map((filter) => ({ address: filter.address, lists: [...filter.lists] }));
}

function chosenLists({ blockLists }: ResolverSettings): readonly BlockListName[] {
  return blockListNames.filter((name) => blockLists[name]);
}

function filterFor({ filters }: GatewayResolvers, chosen: readonly BlockListName[]) {
  const fitting = (filters ?? []).filter(
    ({ lists }) => lists.length > 0 && lists.every((name) => chosen.includes(name)),
  );
  return fitting.toSorted((one, other) => other.lists.length - one.lists.length)[0] ?? null;
}
