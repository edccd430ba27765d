import { distanceKm } from './distance.ts';
import type { Location } from './locations.ts';
import type { Position } from './time-zone-positions.ts';

/** A location and its distance in kilometres; null if the user's position is unknown. */
export interface LocationWithDistance {
  readonly location: Location;
  readonly km: number | null;
}

/**
 * Sorts by distance, unavailable locations last; keeps the order by country and city if the user's position
 * is unknown.
 */
export function sortByDistance(
  locations: readonly Location[],
  here: Position | null,
): readonly LocationWithDistance[] {
  const placed = locations.map((location) => ({
    location,
    km: here === null ? null : distanceKm(here, location),
  }));
  const absent = ({ location }: LocationWithDistance) => Number(!location.online);
  return placed.toSorted((a, b) => absent(a) - absent(b) || (a.km ?? 0) - (b.km ?? 0));
}

/**
 * Returns the suggested location: a favorite, else the nearest, of those that can be used; a highly loaded
 * one only if all are. Null if none can be used.
 */
export function suggestedLocation(
  sorted: readonly LocationWithDistance[],
  favorites: readonly string[],
  isUsable: (location: Location) => boolean,
): Location | null {
  const usable = sorted.map(({ location }) => location).filter((one) => one.online && isUsable(one));
  const calm = usable.filter(({ load }) => load !== 'high');
  const from = calm.length > 0 ? calm : usable;
  return from.find(({ code }) => favorites.includes(code)) ?? from[0] ?? null;
}
