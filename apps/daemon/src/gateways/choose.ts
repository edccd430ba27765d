import type { Gateway } from './gateway.ts';

export interface Preference {
  /** Location codes that will do; null for any. */
  readonly locations: readonly string[] | null;
  /** Location codes that are taken before others, though others will do. */
  readonly preferred: readonly string[];
  /** The one to stay with while it has room; null where none is better than the nearest. */
  readonly lastGateway: string | null;
  /** The one that just failed: still possible, but last. */
  readonly avoid: string | null;
  /** Milliseconds to a gateway, measured or estimated; null where its admission endpoint did not answer. */
  readonly timeTo: (gateway: Gateway) => number | null;
  /** This machine's own number in [0, 1) for a gateway, always the same, so that machines spread over what is equally near. */
  readonly spread: (id: string) => number;
}

/** Milliseconds below which nobody feels a difference, and the part by which two times may differ and count as equal. */
const least = 5;
const alike = 0.3;
/** Percent from which a gateway is too busy to come back to. */
const full = 90;
/** After all that answer. */
const silent = 10_000;

/**
 * The gateways to try, in order: online ones in the wanted places; among them the one used last (it knows us, and its admission endpoint is open),
 * then the nearest, where a busy one counts as farther away.
 */
export function chooseGateways(gateways: readonly Gateway[], preference: Preference): readonly Gateway[] {
  const { locations, preferred, lastGateway, avoid, timeTo, spread } = preference;
  const rank = (gateway: Gateway): number => {
    if (gateway.id === lastGateway && (gateway.load ?? 0) < full) return -1;
    const time = Math.max(least, timeTo(gateway) ?? silent);
    return time * slowness(gateway.load) * (1 + alike * spread(gateway.id));
  };
  /** Where some are preferred, the others come after all of them; the one that failed is after both. */
  const isLate = ({ id, place }: Gateway): number =>
    id === avoid ? 2 : preferred.length > 0 && !preferred.includes(place.location) ? 1 : 0;
  return gateways
    .filter(
      ({ online, place, exit }) =>
        // By an exit nobody leaves unasked: it may cost something.
        online && (locations === null ? exit === undefined : locations.includes(place.location)),
    )
    .map((gateway) => ({ gateway, rank: rank(gateway), late: isLate(gateway) }))
    .sort((one, other) => one.late - other.late || (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ gateway }) => gateway);
}

/** How many times farther away a gateway seems that is so busy: nothing much at half its load, four times at all of it. */
function slowness(load: number | null): number {
  return 1 + 3 * ((load ?? 0) / 100) ** 4;
}
