import type { Gateway } from './gateway.ts';

export interface Preference {
  /** Location codes that will do; null for any. */
  readonly locations: readonly string[] | null;
  readonly lastGateway: string | null;
  /** The one that just failed: still possible, but last. */
  readonly avoid: string | null;
  /** Milliseconds to the doors that were measured. */
  readonly roundTrips: ReadonlyMap<string, number>;
}

/**
 * The gateways to try, in order: online ones in the wanted places; among them the one used last (it knows us, and its
 * door is open), then the nearest by measurement, then the unmeasured ones as the list has them.
 */
export function chooseGateways(gateways: readonly Gateway[], preference: Preference): readonly Gateway[] {
  const { locations, lastGateway, avoid, roundTrips } = preference;
  const rank = (gateway: Gateway): number => {
    if (gateway.id === avoid) return Number.POSITIVE_INFINITY;
    if (gateway.id === lastGateway) return -1;
    return roundTrips.get(gateway.id) ?? Number.MAX_VALUE;
  };
  return gateways
    .filter((gateway) => gateway.online && (locations === null || locations.includes(gateway.place.location)))
    .map((gateway, index) => ({ gateway, index, rank: rank(gateway) }))
    .sort((one, other) => (one.rank === other.rank ? one.index - other.index : one.rank - other.rank))
    .map(({ gateway }) => gateway);
}
