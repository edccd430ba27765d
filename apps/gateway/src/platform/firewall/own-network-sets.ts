import type { OwnNetwork } from '@comet/contract';
import { applyNft, joinNft, type NftBatch, nft, nftName } from '@comet/linux-network';
import { ownSets, rulesetTable } from './exit-rules.ts';

/**
 * Returns the sets that refuse traffic of exit sessions to our own machines, in one transaction. Machines with public pages are not
 * included: the customer's client reads them through the exit.
 */
export function ownSetsOf(networks: readonly OwnNetwork[]): NftBatch {
  const hidden = networks.filter(({ open }) => open.length === 0).map(({ network }) => network);
  const table = nftName(rulesetTable);
  const filled = (name: string, elements: readonly string[]): NftBatch[] => [
    nft`flush set inet ${table} ${nftName(name)}`,
    ...(elements.length === 0 ? [] : [nft`add element inet ${table} ${nftName(name)} ${[...elements]}`]),
  ];
  return joinNft([
    ...filled(
      ownSets.own4,
      hidden.filter((network) => !network.includes(':')),
    ),
    ...filled(
      ownSets.own6,
      hidden.filter((network) => network.includes(':')),
    ),
  ]);
}

/** Applies `ownSetsOf` to the kernel. Rejects if nft fails. */
export async function setOwnNetworks(networks: readonly OwnNetwork[]): Promise<void> {
  await applyNft(ownSetsOf(networks));
}
