import type { QuotaLeaseLimit } from '@comet/contract';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { lockDataAccount } from './accounts.store.ts';
import { leftOfLimit, type QuotaAccount } from './quota-accounts.store.ts';

interface OpenQuotaLease {
  readonly quotaAccountId: string;
  readonly slice: string;
  readonly bytes: number;
  readonly usedBytes: number;
}

/**
 * Returns the limits of the leases that gateways hold for a proxy user, by quota account; empty where all are within the user's limit.
 * Locks the account: leases drawn before are included, and later ones are drawn under the current limit. What is left of the limit is
 * shared in proportion to the size of each lease; the control plane counts a lease in full until the gateway has returned the rest.
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
  if ((await lockDataAccount(trx, { userId, product })) === null) return new Map();
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

/** Returns each lease with its maximum total usage, so that their further usage together is at most `left`. */
export function withinLimit(quotaLeases: readonly OpenQuotaLease[], left: number): readonly OpenQuotaLease[] {
  const held = quotaLeases.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
  if (held <= left) return [];
  return quotaLeases.map((lease) => {
    const unused = lease.bytes - lease.usedBytes;
    return { ...lease, bytes: lease.usedBytes + Math.floor(unused * (left / held)) };
  });
}
