import type { Address } from './addresses.ts';
import { matchPath } from './match.ts';
import type { Part } from './route.ts';

export type Table = Readonly<Partial<Record<Address, Part>>>;

/** What a path is made of, from the outermost part. Null for one that the table does not know. */
export function findIn(table: Table, path: string) {
  const match = matchPath(Object.keys(table) as Address[], path);
  const part = match === null ? undefined : table[match.address];
  return match === null || part === undefined ? null : { params: match.params, chain: chainOf(part) };
}

function chainOf(part: Part): readonly Part[] {
  return part.within === undefined ? [part] : [...chainOf(part.within), part];
}
