import { type Place, placeOfZone } from './zone-places.ts';

const earthRadiusKm = 6371;

/**
 * Where this browser roughly is, by the time zone that the machine is set to. Nothing is asked of the person or the network, and
 * nothing leaves the browser. Null where the zone says nothing.
 */
export function ownPlace(zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): Place | null {
  return placeOfZone(zone);
}

/** Kilometres along the surface between two places (haversine). */
export function distanceKm(from: Place, to: Place): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const across = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * across;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** As exact as a time zone is: to the hundred, and not at all below two hundred. */
export function roughKm(km: number): number | null {
  return km < 200 ? null : Math.round(km / 100) * 100;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
