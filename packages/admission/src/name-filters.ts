import { addressesOf, gatewayHost } from './tunnel-addresses.ts';

/** The block lists that a gateway may have. */
export const blockLists = ['ads', 'trackers', 'malware'] as const;
export type BlockList = (typeof blockLists)[number];

/** A resolver address in the tunnel, and the block lists whose names it blocks. */
export interface NameFilter {
  readonly address: string;
  readonly lists: readonly BlockList[];
}

/**
 * One address for each set of the available lists: 100.64.0.1 + the sum of ads 1, trackers 2, malware 4. The number of a set never changes,
 * so an address has the same meaning at every gateway. The resolver without lists, 100.64.0.1, is none of them.
 */
export function nameFilters(available: readonly BlockList[]): readonly NameFilter[] {
  return Array.from({ length: 2 ** blockLists.length - 1 }, (_, index) => index + 1).flatMap((sum) => {
    const lists = blockLists.filter((_, bit) => (sum >> bit) % 2 === 1);
    if (!lists.every((name) => available.includes(name))) return [];
    return [{ address: addressesOf(gatewayHost + sum).ipv4, lists }];
  });
}
