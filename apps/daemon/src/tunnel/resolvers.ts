import type { Admittance } from '@comet/contract';
import type { BlockListName, DaemonSettings } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';

/** The resolvers that a gateway told us of. */
export interface GatewayResolvers {
  readonly dns: readonly string[];
  readonly filters?: Admittance['filters'];
}

export type ResolverSettings = Pick<DaemonSettings, 'dns' | 'blockLists'>;

/**
 * The resolvers of a session: the user's own, else the gateway's that keeps just the chosen lists, else its plain one. A gateway
 * that lacks a list is told by `blockedLists`, never by names that leave the tunnel.
 */
export function resolversOf(gateway: GatewayResolvers, settings: ResolverSettings): readonly string[] {
  if (settings.dns !== null) return settings.dns.servers;
  const chosen = chosenLists(settings);
  const filter = chosen.length === 0 ? undefined : filterFor(gateway, chosen);
  return filter === undefined ? gateway.dns : [filter.address];
}

/** The lists that hold in this session: the chosen ones, as far as the gateway has them. */
export function blockedLists(
  gateway: GatewayResolvers,
  settings: ResolverSettings,
): readonly BlockListName[] {
  if (settings.dns !== null) return [];
  const chosen = chosenLists(settings);
  return chosen.length > 0 && filterFor(gateway, chosen) !== undefined ? chosen : [];
}

function chosenLists({ blockLists }: ResolverSettings): readonly BlockListName[] {
  return blockListNames.filter((name) => blockLists[name]);
}

function filterFor({ filters }: GatewayResolvers, chosen: readonly BlockListName[]) {
  return filters?.find(
    ({ lists }) => lists.length === chosen.length && chosen.every((name) => lists.includes(name)),
  );
}
