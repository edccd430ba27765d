import type { LocationRow } from '../locations/index.ts';

const carries = ({ online, lacks }: LocationRow): boolean => online && lacks === null;

/** Where a tunnel through two gateways can begin: at gateways of our own. */
export function entriesOf(locations: readonly LocationRow[]): readonly LocationRow[] {
  return locations.filter((location) => carries(location) && location.type === 'standard');
}

/** Where it can end. */
export function exitsOf(locations: readonly LocationRow[]): readonly LocationRow[] {
  return locations.filter(carries);
}
