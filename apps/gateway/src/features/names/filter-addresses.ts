import { addressesOf } from '@comet/admission';
import { type ListName, listNames } from './block-lists.ts';

/** A resolver address in the tunnel, and the lists whose names it does not answer for. */
export interface Filter {
  readonly address: string;
  readonly lists: readonly ListName[];
}

/**
 * One address for each set of the lists at hand: 100.64.0.1 + the sum of ads 1, trackers 2, malware 4. The number of a set never
 * changes, so an address means the same at every gateway. The plain resolver, 100.64.0.1, is none of them.
 */
export function filtersOf(available: readonly ListName[]): readonly Filter[] {
  return Array.from({ length: 2 ** listNames.length - 1 }, (_, index) => index + 1).flatMap((sum) => {
    const lists = listNames.filter((_, bit) => (sum >> bit) % 2 === 1);
    if (!lists.every((name) => available.includes(name))) return [];
    return [{ address: addressesOf(1 + sum).ipv4, lists }];
  });
}
