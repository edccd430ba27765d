import type { ServerList } from '@comet/admission';
import { type LiveExit, locationOf } from '../exits/index.ts';

/** For each location with live exits the gateways that lead there, both in the order of their names: the same exits, the same list. */
export function throughOf(
  exits: readonly Pick<LiveExit, 'country' | 'city' | 'use' | 'gatewayId'>[],
): ServerList['through'] {
  const leading = new Map<string, Set<string>>();
  for (const exit of exits) {
    const location = locationOf(exit);
    if (location === null) continue;
    const gateways = leading.get(location) ?? new Set();
    leading.set(location, gateways.add(exit.gatewayId));
  }
  return [...leading]
    .map(([location, gateways]) => ({ location, gateways: [...gateways].toSorted() }))
    .toSorted((one, other) => (one.location < other.location ? -1 : 1));
}
