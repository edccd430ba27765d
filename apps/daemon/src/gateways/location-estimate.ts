import type { Point } from '../model/gateway.ts';

/** A location with its position. */
export interface Spot extends Point {
  readonly code: string;
  readonly country: string;
}

/** A round trip to some place, as it was measured. */
export interface Sounding {
  readonly at: Point;
  readonly milliseconds: number;
}

/**
 * Round-trip time in ms for each radian: 6,371 km of cable twice, at two thirds of the speed of light, and half as much
 * again for the detours of cables.
 */
const perRadian = 95;

/** Returns the expected round-trip time between two positions in ms. */
export function expectedTime(one: Point, other: Point): number {
  return perRadian * arc(one, other);
}

/**
 * Which of some places this machine is nearest to: where the round trips that were measured fit best. The clock's time zone counts as
 * little as half a measurement of the longitude, so that it decides only while little has been measured. Null where there is no place.
 */
export function locationEstimate<S extends Point>(
  spots: readonly S[],
  soundings: readonly Sounding[],
  longitude: number,
): S | null {
  let best: { readonly spot: S; readonly misfit: number } | null = null;
  for (const spot of spots) {
    const byClock = expectedTime(spot, { latitude: spot.latitude, longitude }) / 2;
    const misfits = soundings.map(({ at, milliseconds }) => Math.abs(expectedTime(spot, at) - milliseconds));
    const misfit = misfits.reduce((sum, one) => sum + one, byClock);
    if (best === null || misfit < best.misfit) best = { spot, misfit };
  }
  return best?.spot ?? null;
}

/** The angle between two places as seen from the earth's middle, by the haversine formula; radians. */
export function arc(one: Point, other: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
