import { distanceKm } from './distance.ts';
import type { Location } from './locations.ts';
import type { Place } from './zone-places.ts';

/** A location and its distance in kilometres; null where the own position is unknown. */
export interface PlacedLocation {
  readonly location: Location;
  readonly km: number | null;
}

/**
 * Sorts by distance, unavailable locations last; keeps the order by country and city where the own position is unknown.
 */
export function inOrder(locations: readonly Location[], here: Place | null): readonly PlacedLocation[] {
  const placed = locations.map((location) => ({
    location,
    km: here === null ? null : distanceKm(here, location),
  }));
  const absent = ({ location }: PlacedLocation) => Number(!location.online);
  return placed.toSorted((a, b) => absent(a) - absent(b) || (a.km ?? 0) - (b.km ?? 0));
}
