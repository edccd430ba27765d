import { distanceKm } from './distance.ts';
import type { Location } from './locations.ts';
import type { Place } from './zone-places.ts';

/** A location with how far it is from here, in kilometres; null where it is not known where here is. */
export interface PlacedLocation {
  readonly location: Location;
  readonly km: number | null;
}

/**
 * The nearest first, and those that are not there right now last; as they come, by country and city, where it is not known where
 * here is.
 */
export function inOrder(locations: readonly Location[], here: Place | null): readonly PlacedLocation[] {
  const placed = locations.map((location) => ({
    location,
    km: here === null ? null : distanceKm(here, location),
  }));
  const absent = ({ location }: PlacedLocation) => Number(!location.online);
  return placed.toSorted((a, b) => absent(a) - absent(b) || (a.km ?? 0) - (b.km ?? 0));
}
