interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A city from which a visitor can choose to estimate the latency. */
export interface Origin extends Point {
  readonly name: string;
  /** Prefix of its IANA time zones: `Europe/`. */
  readonly zone: string;
}

const earthKm = 6371;
/**
 * Round-trip time in ms per km of distance: light in fiber covers about 200 km in a millisecond, there and
 * back, and routes are about half again as long as the direct line.
 */
const msPerKm = (2 / 200) * 1.5;
/** Access network and first hop. */
const baseMs = 8;

/** Estimated time in ms for a round trip over a distance. */
export function estimateMs(from: Point, to: Point): number {
  return Math.round(baseMs + kilometers(from, to) * msPerKm);
}

/** Great-circle distance by the haversine formula. */
function kilometers(from: Point, to: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (one: number, other: number): number => Math.sin(radians(other - one) / 2) ** 2;
  const between =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, between)));
}

export type LatencyClass = 'low' | 'medium' | 'high';

/** Below 40 ms calls and games are not affected; above 120 ms pages feel slower. */
export function latencyClass(ms: number): LatencyClass {
  if (ms < 40) return 'low';
  return ms < 120 ? 'medium' : 'high';
}

/**
 * Returns the suggested city for a time zone: the one that it is named after, or the one on the same
 * continent with the closest solar time.
 */
export function guessOrigin<O extends Origin>(
  origins: readonly O[],
  timeZone: string,
  offsetMinutes: number,
): O | null {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const named = origins.find(({ name }) => name === city);
  if (named !== undefined) return named;
  const solar = offsetMinutes / 4;
  const there = origins.filter(({ zone }) => timeZone.startsWith(zone));
  const byDistance = there.toSorted(
    (one, other) => Math.abs(one.longitude - solar) - Math.abs(other.longitude - solar),
  );
  return byDistance[0] ?? null;
}
