import type { ServerList } from '@comet/admission';
import { anyCity, type LiveExit, type LiveUpstream, locationOf } from '../exits/index.ts';

/**
 * For each location with live exits the gateways that lead there, both in the order of their names: the same exits, the same list. What is
 * in any city of a country is in the country.
 */
export function throughOf(
  exits: readonly Pick<LiveExit, 'country' | 'city' | 'use' | 'gatewayId'>[],
  upstreams: readonly Pick<LiveUpstream, 'country' | 'use' | 'gatewayId' | 'tunnels'>[],
): ServerList['through'] {
  const leading = new Map<string, Set<string>>();
  const lead = (location: string | null, gateway: string): void => {
    if (location !== null) leading.set(location, (leading.get(location) ?? new Set()).add(gateway));
  };
  for (const exit of exits) lead(locationOf(exit), exit.gatewayId);
  for (const one of [...exits, ...upstreams.filter(({ tunnels }) => tunnels)])
    lead(locationOf({ ...one, city: anyCity }), one.gatewayId);
  return [...leading]
    .map(([location, gateways]) => ({ location, gateways: [...gateways].toSorted() }))
    .toSorted((one, other) => (one.location < other.location ? -1 : 1));
}
