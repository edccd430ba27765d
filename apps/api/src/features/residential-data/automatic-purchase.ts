import type { Clock } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataProduct } from '../../platform/database/schema.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import { chargeableSubscription } from '../subscription/index.ts';
import { changeDataAccount, type DataAccount } from './accounts.store.ts';
import { gigabyte } from './data-ledger.ts';

/**
 * Performs an automatic purchase. The first retry delay is long: without a response it is unknown whether the charge was made, so its state
 * is queried before another charge.
 */
export const automaticPurchaseJob = jobKind<{ userId: string; product: DataProduct }>(
  'residential-data.buy-more',
  {
    retries: 60,
    firstPause: 120,
    // Each occupies its order and a connection during the provider's charge.
    concurrency: 2,
  },
);

/**
 * Starts a purchase where the balance is low, automatic purchases are enabled and the plan can be charged; one at a time. The account must
 * be locked.
 */
export async function purchaseWhenLow(
  deps: { readonly clock: Clock; readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  account: DataAccount,
  availableBytes: number,
): Promise<void> {
  const { automaticBelowGigabytes: below, userId, product } = account;
  if (below === null || availableBytes >= below * gigabyte || account.stoppedAt !== null) return;
  const now = deps.clock.now();
  if ((await isBuying(trx, account)) || (await chargeableSubscription(trx, userId, now)) === null) return;
  await changeDataAccount(trx, account, { toppingUpSince: now, toppingUpOrderId: null });
  await deps.jobs.enqueue(trx, automaticPurchaseJob, { userId, product });
}

/** Returns true from the start of a purchase until its order is decided. */
async function isBuying(trx: DatabaseTransaction, account: DataAccount): Promise<boolean> {
  const { toppingUpSince, toppingUpOrderId } = account;
  if (toppingUpSince === null || toppingUpOrderId === null) return toppingUpSince !== null;
  const order = await trx
    .selectFrom('orders')
    .select('state')
    .where('id', '=', toppingUpOrderId)
    .executeTakeFirst();
  return order?.state === 'draft' || order?.state === 'processing';
}
