import { addressesOf, gatewayHost } from './tunnel-addresses.ts';

/** The lists that programs of every release know: those of earlier releases reject a message with any other list in the same field. */
export const commonBlockLists = ['ads', 'trackers', 'malware'] as const;
/** The block lists that a gateway may have, in the order of their bits in `nameFilters`. */
export const blockLists = [...commonBlockLists, 'adult', 'gambling', 'social'] as const;

export type CommonBlockList = (typeof commonBlockLists)[number];
export type BlockList = (typeof blockLists)[number];

/** The lists of a gateway in a message: `moreBlockLists` has those that are not common, and may have lists of later releases. */
interface ListedBlockLists {
  readonly blockLists: readonly CommonBlockList[];
  readonly moreBlockLists?: readonly string[];
}

/** A resolver address in the tunnel, and the block lists whose names it blocks. */
export interface NameFilter {
  readonly address: string;
  readonly lists: readonly BlockList[];
}

/**
 * One address for each set of the available lists: 100.64.0.1 + the sum of ads 1, trackers 2, malware 4, adult 8, gambling 16, social 32.
 * The number of a set never changes, so an address has the same meaning at every gateway. The resolver without lists, 100.64.0.1, is none
 * of them.
 */
export function nameFilters(available: readonly BlockList[]): readonly NameFilter[] {
  return Array.from({ length: 2 ** blockLists.length - 1 }, (_, index) => index + 1).flatMap((sum) => {
    const lists = blockLists.filter((_, bit) => (sum >> bit) % 2 === 1);
    if (!lists.every((name) => available.includes(name))) return [];
    return [{ address: addressesOf(gatewayHost + sum).ipv4, lists }];
  });
}

/** Whether programs of every release know all lists of a filter. */
export function isCommon(filter: NameFilter): filter is NameFilter & { lists: readonly CommonBlockList[] } {
  const common: readonly string[] = commonBlockLists;
  return filter.lists.every((name) => common.includes(name));
}

/** Returns the lists of a gateway as they are sent. */
export function listedBlockLists(available: readonly BlockList[]): Required<ListedBlockLists> {
  const has = (name: BlockList) => available.includes(name);
  const common: readonly string[] = commonBlockLists;
  return {
    blockLists: commonBlockLists.filter(has),
    moreBlockLists: blockLists.filter((name) => has(name) && !common.includes(name)),
  };
}

/** Returns the lists of a received message, without those of later releases. */
export function knownBlockLists(listed: ListedBlockLists): readonly BlockList[] {
  const all: readonly string[] = [...listed.blockLists, ...(listed.moreBlockLists ?? [])];
  return blockLists.filter((name) => all.includes(name));
}
