import type { Gateway } from '../gateway.ts';
import { arc, type Spot } from '../location-estimate.ts';

/**
 * Where to go when no gateway of the wanted locations is left: gateways elsewhere, those of the same country first, then the
 * nearest. Of several in one place the order stays.
 */
export function fallbackGatewaiesFor(
  wanted: readonly string[],
  gateways: readonly Gateway[],
  spots: readonly Spot[],
): readonly Gateway[] {
  const places = new Map(spots.map((spot) => [spot.code, spot]));
  const lost = spots.filter((spot) => wanted.includes(spot.code));
  if (lost.length === 0) return [];
  const far = (gateway: Gateway): number => {
    const spot = places.get(gateway.place.location);
    if (spot === undefined) return Number.POSITIVE_INFINITY;
    if (lost.some(({ country }) => country === spot.country)) return -1;
    return Math.min(...lost.map((one) => arc(one, spot)));
  };
  return gateways
    .filter(({ place }) => !wanted.includes(place.location))
    .map((gateway, index) => ({ gateway, index, far: far(gateway) }))
    .sort((one, other) => (one.far === other.far ? one.index - other.index : one.far - other.far))
    .map(({ gateway }) => gateway);
}
