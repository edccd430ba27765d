import type { Gateway } from '../model/gateway.ts';
import { angularDistance, type PositionedLocation } from './location-estimate.ts';

/**
 * The fallback gateways if no gateway of the requested locations is left: those of the same country first, then the nearest. Within one
 * location the order does not change.
 */
export function fallbackGatewaysFor(
  wanted: readonly string[],
  gateways: readonly Gateway[],
  locations: readonly PositionedLocation[],
): readonly Gateway[] {
  const byCode = new Map(locations.map((location) => [location.code, location]));
  const requested = locations.filter((location) => wanted.includes(location.code));
  if (requested.length === 0) return [];
  const distance = (gateway: Gateway): number => {
    const location = byCode.get(gateway.place.location);
    if (location === undefined) return Number.POSITIVE_INFINITY;
    if (requested.some(({ country }) => country === location.country)) return -1;
    return Math.min(...requested.map((one) => angularDistance(one, location)));
  };
  return gateways
    .filter(({ place }) => !wanted.includes(place.location))
    .map((gateway, index) => ({ gateway, index, distance: distance(gateway) }))
    .sort((one, other) =>
      one.distance === other.distance ? one.index - other.index : one.distance - other.distance,
    )
    .map(({ gateway }) => gateway);
}
