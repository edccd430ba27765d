import type { Directory } from '../gateways/directory.ts';
import type { Gateway } from '../gateways/gateway.ts';

/** Whose admission endpoint the next connect knocks at, as far as it can be guessed, and for which gateways a ticket is worth keeping. */
export interface Likeliest {
  /** Where a connect would lead that names no place, and where one would to the place that was named last. */
  readonly expected: readonly Gateway[];
  /** These, then what else is near. */
  readonly ranked: readonly Gateway[];
}

/** Where the next connect may lead. Nobody is led to an exit unasked, and none stands ready for one. */
export function likeliest(directory: Pick<Directory, 'gatewaysFor'>, recents: readonly string[]): Likeliest {
  const towards = (location: string | null) =>
    (directory.gatewaysFor({ location }, null) ?? []).filter(({ exit }) => exit === undefined);
  const near = towards(null);
  const again = recents.slice(0, 1).flatMap((place) => towards(place).slice(0, 1));
  const expected = [...near.slice(0, 1), ...again];
  return { expected: eachOnce(expected), ranked: eachOnce([...expected, ...near]) };
}

function eachOnce(gateways: readonly Gateway[]): readonly Gateway[] {
  return [...new Map(gateways.map((gateway) => [gateway.id, gateway])).values()];
}
