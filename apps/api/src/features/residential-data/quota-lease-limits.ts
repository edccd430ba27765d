import type { QuotaLeaseLimit } from '@comet/contract';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { holdAccount } from './accounts.store.ts';
import { leftOfLimit, type QuotaAccount } from './quota-accounts.store.ts';

interface OpenQuotaLease {
  readonly quotaAccountId: string;
  readonly slice: string;
  readonly bytes: number;
  readonly usedBytes: number;
}

/**
 * How far gateways may use what they hold of a proxy user, by quota account; empty where all of it is within the user's limit. Holds the account:
 * what is drawn before that is among it, and what is drawn later is drawn under the limit of now. What is left of the limit is shared in
 * proportion to what each lease holds; the control plane counts a lease in full until the gateway has given the rest back.
 */
export async function quotaLeaseLimitsOf(
  trx: DatabaseTransaction,
  {
    userId,
    product,
    proxyUserId,
  }: Omit<QuotaAccount, 'id' | 'proxyUserId'> & { readonly proxyUserId: string },
  now: Date,
): Promise<ReadonlyMap<string, readonly QuotaLeaseLimit[]>> {
  if ((await holdAccount(trx, { userId, product })) === null) return new Map();
  const left = await leftOfLimit(trx, proxyUserId, now, 'held included');
  if (left === null) return new Map();
  const quotaLeases = await trx
    .selectFrom('dataQuotaLeases')
    .innerJoin('dataQuotaAccounts', 'dataQuotaAccounts.id', 'dataQuotaLeases.quotaAccountId')
    .select(['quotaAccountId', 'dataQuotaLeases.id as slice', 'bytes', 'usedBytes'])
    .where('proxyUserId', '=', proxyUserId)
    .where('settledAt', 'is', null)
    .orderBy('dataQuotaLeases.id')
    .execute();
  const limited = Map.groupBy(withinLimit(quotaLeases, left), ({ quotaAccountId }) => quotaAccountId);
  return new Map(
    [...limited].map(([quotaAccount, all]) => [
      quotaAccount,
      all.map(({ slice, bytes }) => ({ slice, bytes })),
    ]),
  );
}

/** Each lease with the most that may be used of it in all, so that what is still used of them together is at most `left`. */
export function withinLimit(quotaLeases: readonly OpenQuotaLease[], left: number): readonly OpenQuotaLease[] {
  const held = quotaLeases.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
  if (held <= left) return [];
  return quotaLeases.map((lease) => {
    const unused = lease.bytes - lease.usedBytes;
    return { ...lease, bytes: lease.usedBytes + Math.floor(unused * (left / held)) };
  });
}
