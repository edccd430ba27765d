import type { NftBatch } from './nft.ts';

export type NftFamily = 'inet' | 'ip' | 'ip6';

/** Carries out the batch as one transaction: all of it or nothing. Rejects with nft's own message. */
export function applyNft(batch: NftBatch): Promise<void> {
  return Promise.reject(new Error(`not yet: ${batch.text}`));
}

export function nftTableExists(family: NftFamily, name: string): Promise<boolean> {
  return Promise.reject(new Error(`not yet: ${family} ${name}`));
}

/** `nft -j list table`: the table as libnftables-json(5) describes it. Rejects when there is no such table. */
export function listNftTable(family: NftFamily, name: string): Promise<unknown> {
  return Promise.reject(new Error(`not yet: ${family} ${name}`));
}
