import { type Position, positionOfTimeZone } from './time-zone-positions.ts';

const earthRadiusKm = 6371;

/**
 * Approximate position of this browser, by the time zone of the machine. No permission is requested, and no request is sent. Null for
 * a time zone without a position.
 */
export function ownPosition(zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): Position | null {
  return positionOfTimeZone(zone);
}

/** Great-circle distance between two positions in kilometres (haversine). */
export function distanceKm(from: Position, to: Position): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const across = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * across;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Rounds to the precision of a time zone: to hundreds of kilometres, and null below two hundred. */
export function roughKm(km: number): number | null {
  return km < 200 ? null : Math.round(km / 100) * 100;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
