import type { Admittance } from '@comet/contract';
import type { BlockListName, DaemonSettings } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';

export type ResolverSettings = Pick<DaemonSettings, 'dns' | 'blockLists'>;

/**
 * The resolvers of a session: the user's own, else the gateway's that keeps just the chosen lists, else its plain one. A gateway
 * that lacks a list is told by `blockedLists`, never by names that leave the tunnel.
 */
export function resolversOf(admittance: Admittance, settings: ResolverSettings): readonly string[] {
  if (settings.dns !== null) return settings.dns.servers;
  const chosen = chosenLists(settings);
  const filter = chosen.length === 0 ? undefined : filterFor(admittance, chosen);
  return filter === undefined ? admittance.dns : [filter.address];
}

/** The lists that hold in this session: the chosen ones, as far as the gateway has them. */
export function blockedLists(admittance: Admittance, settings: ResolverSettings): readonly BlockListName[] {
  if (settings.dns !== null) return [];
  const chosen = chosenLists(settings);
  return chosen.length > 0 && filterFor(admittance, chosen) !== undefined ? chosen : [];
}

function chosenLists({ blockLists }: ResolverSettings): readonly BlockListName[] {
  return blockListNames.filter((name) => blockLists[name]);
}

function filterFor({ filters }: Admittance, chosen: readonly BlockListName[]) {
  return filters?.find(
    ({ lists }) => lists.length === chosen.length && chosen.every((name) => lists.includes(name)),
  );
}
