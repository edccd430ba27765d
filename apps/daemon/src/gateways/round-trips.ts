import type { Clock } from '@comet/foundation';
import type { Gateway } from '../model/gateway.ts';
import {
  angularDistance,
  expectedTime,
  type PositionedLocation,
  locationEstimate,
} from './location-estimate.ts';

/** Validity of a measurement in ms; machines travel. */
const validity = 2 * 3_600_000;
/**
 * Number of admission endpoints that are measured in a round, so that a large list does not become a scan of it: the most likely ones, and
 * some others in turn.
 */
const perRound = { likeliest: 4, others: 4 };
const maxPerLocation = 2;

/** Kilometres, on average. */
const earthRadius = 6_371;

interface Timed {
  readonly at: number;
  /** Null if the admission endpoint did not respond. */
  readonly milliseconds: number | null;
}

/** Measured round-trip times of gateways, and estimates of the others from these. */
interface RoundTrips {
  /** Milliseconds; null if its admission endpoint did not respond. */
  timeTo(gateway: Gateway): number | null;
  /** The distance from this machine's estimated position, and the measured round-trip time; null if unknown. */
  about(location: PositionedLocation): {
    readonly kilometres: number | null;
    readonly milliseconds: number | null;
  };
  keep(gateway: Gateway, milliseconds: number | null): void;
  /** The gateways to measure next, most likely first. */
  nextOf(ranked: readonly Gateway[]): readonly Gateway[];
}

/** `longitude`: of this machine, estimated from its time zone, in degrees. */
export function roundTrips(
  clock: Clock,
  locations: () => readonly PositionedLocation[],
  longitude: () => number,
): RoundTrips {
  const times = new Map<string, Timed & { readonly gateway: Gateway }>();
  /** By location, until the next measurement. */
  const estimates = new Map<string, number>();

  function timed(id: string): Timed | null {
    const found = times.get(id);
    return found !== undefined && clock.now().getTime() - found.at < validity ? found : null;
  }

  function measurements() {
    return [...times.values()].flatMap(({ gateway, milliseconds }) =>
      milliseconds === null || timed(gateway.id) === null ? [] : [{ at: gateway.at, milliseconds }],
    );
  }

  /** Sorts by the estimated position of this machine. A measurement of one gateway applies to its whole location. */
  function makeEstimates(): void {
    const known = measurements();
    const all = locations();
    const here = locationEstimate(all, known, longitude());
    for (const location of all) {
      const there = known
        .filter(({ at }) => angularDistance(at, location) === 0)
        .map(({ milliseconds }) => milliseconds);
      const away = here === null ? 0 : expectedTime(here, location);
      estimates.set(location.code, there.length > 0 ? Math.min(...there) : away);
    }
  }

  function estimate({ place }: Gateway): number {
    if (!estimates.has(place.location)) makeEstimates();
    return estimates.get(place.location) ?? 0;
  }

  /** The other gateways in turn: first unmeasured ones, farthest from all measured ones; then those with the oldest measurement. */
  function others(candidates: readonly Gateway[], taken: readonly Gateway[]): readonly Gateway[] {
    const chosen: Gateway[] = [];
    const known = [...taken.map(({ at }) => at), ...measurements().map(({ at }) => at)];
    while (chosen.length < perRound.others) {
      const left = candidates.filter((gateway) => !chosen.includes(gateway) && !taken.includes(gateway));
      const score = (gateway: Gateway): number => {
        const measured = timed(gateway.id);
        if (measured !== null) return -measured.at;
        return known.length === 0 ? 1 : Math.min(...known.map((at) => angularDistance(at, gateway.at)));
      };
      const [first, ...rest] = left.map((gateway) => ({ gateway, due: score(gateway) }));
      if (first === undefined) break;
      const { gateway: next } = rest.reduce((best, one) => (one.due > best.due ? one : best), first);
      chosen.push(next);
      known.push(next.at);
    }
    return chosen;
  }

  return {
    timeTo(gateway) {
      const measured = timed(gateway.id);
      return measured === null ? estimate(gateway) : measured.milliseconds;
    },
    about(location) {
      const known = measurements();
      const here = known.length === 0 ? null : locationEstimate(locations(), known, longitude());
      const there = known
        .filter(({ at }) => angularDistance(at, location) === 0)
        .map(({ milliseconds }) => milliseconds);
      return {
        kilometres: here === null ? null : Math.round(earthRadius * angularDistance(here, location)),
        milliseconds: there.length === 0 ? null : Math.round(Math.min(...there)),
      };
    },
    keep(gateway, milliseconds) {
      times.set(gateway.id, { gateway, milliseconds, at: clock.now().getTime() });
      estimates.clear();
    },
    nextOf(ranked) {
      const likeliest = ranked
        .filter((gateway, index) => {
          const before = ranked
            .slice(0, index)
            .filter(({ place }) => place.location === gateway.place.location);
          return before.length < maxPerLocation;
        })
        .slice(0, perRound.likeliest);
      return [...likeliest, ...others(ranked, likeliest)];
    },
  };
}
