import type { Directory } from '../gateways/directory.ts';
import type { Gateway } from '../gateways/gateway.ts';

/**
 * Where the next connect may lead, likeliest first: where one would that names no place, then to the place that was named last, then
 * what else is near. Nobody is led to an exit unasked, and none stands ready for one.
 */
export function likeliest(
  directory: Pick<Directory, 'gatewaysFor'>,
  recents: readonly string[],
): readonly Gateway[] {
  const towards = (location: string | null) => directory.gatewaysFor({ location }, null) ?? [];
  const near = towards(null);
  const again = recents.slice(0, 1).flatMap((place) => towards(place).slice(0, 1));
  const ranked = [...near.slice(0, 1), ...again, ...near].filter(({ exit }) => exit === undefined);
  return [...new Map(ranked.map((gateway) => [gateway.id, gateway])).values()];
}
