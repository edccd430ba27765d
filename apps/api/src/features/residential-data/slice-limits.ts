import type { SliceLimit } from '@comet/contract';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { holdAccount } from './accounts.store.ts';
import { leftOfLimit, type Purse } from './purses.store.ts';

interface OpenSlice {
  readonly purseId: string;
  readonly slice: string;
  readonly bytes: number;
  readonly usedBytes: number;
}

/**
 * How far gateways may use what they hold of a proxy user, by purse; empty where all of it is within the user's limit. Holds the account:
 * what is drawn before that is among it, and what is drawn later is drawn under the limit of now. What is left of the limit is shared in
 * proportion to what each slice holds; the control plane counts a slice in full until the gateway has given the rest back.
 */
export async function sliceLimitsOf(
  trx: DatabaseTransaction,
  { userId, product, proxyUserId }: Omit<Purse, 'id' | 'proxyUserId'> & { readonly proxyUserId: string },
  now: Date,
): Promise<ReadonlyMap<string, readonly SliceLimit[]>> {
  if ((await holdAccount(trx, { userId, product })) === null) return new Map();
  const left = await leftOfLimit(trx, proxyUserId, now, 'held included');
  if (left === null) return new Map();
  const slices = await trx
    .selectFrom('dataSlices')
    .innerJoin('dataPurses', 'dataPurses.id', 'dataSlices.purseId')
    .select(['purseId', 'dataSlices.id as slice', 'bytes', 'usedBytes'])
    .where('proxyUserId', '=', proxyUserId)
    .where('settledAt', 'is', null)
    .orderBy('dataSlices.id')
    .execute();
  const limited = Map.groupBy(withinLimit(slices, left), ({ purseId }) => purseId);
  return new Map(
    [...limited].map(([purse, all]) => [purse, all.map(({ slice, bytes }) => ({ slice, bytes }))]),
  );
}

/** Each slice with the most that may be used of it in all, so that what is still used of them together is at most `left`. */
export function withinLimit(slices: readonly OpenSlice[], left: number): readonly OpenSlice[] {
  const held = slices.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
  if (held <= left) return [];
  return slices.map((slice) => {
    const unused = slice.bytes - slice.usedBytes;
    return { ...slice, bytes: slice.usedBytes + Math.floor(unused * (left / held)) };
  });
}
