import type { Point } from '../model/gateway.ts';

/** A location with its position. */
export interface PositionedLocation extends Point {
  readonly code: string;
  readonly country: string;
}

/** A measured round-trip time to a location. */
interface Measurement {
  readonly at: Point;
  readonly milliseconds: number;
}

/**
 * Round-trip time in ms for each radian: 6,371 km of cable twice, at two thirds of the speed of light, and half as much
 * again for the detours of cables.
 */
const msPerRadian = 95;

/** Returns the expected round-trip time between two positions in ms. */
export function expectedTime(one: Point, other: Point): number {
  return msPerRadian * angularDistance(one, other);
}

/**
 * Returns the location that this machine is nearest to: the one that fits the measured round-trip times best. The clock's time zone counts
 * as half a measurement of the longitude, so that it decides only with few measurements. Null without locations.
 */
export function locationEstimate<S extends Point>(
  locations: readonly S[],
  measurements: readonly Measurement[],
  longitude: number,
): S | null {
  let best: { readonly location: S; readonly error: number } | null = null;
  for (const location of locations) {
    const byClock = expectedTime(location, { latitude: location.latitude, longitude }) / 2;
    const errors = measurements.map(({ at, milliseconds }) =>
      Math.abs(expectedTime(location, at) - milliseconds),
    );
    const error = errors.reduce((sum, one) => sum + one, byClock);
    if (best === null || error < best.error) best = { location, error };
  }
  return best?.location ?? null;
}

/** The central angle between two positions in radians, by the haversine formula. */
export function angularDistance(one: Point, other: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
