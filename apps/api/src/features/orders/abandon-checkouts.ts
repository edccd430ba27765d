import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';

/** Closes a checkout at the provider, so that it can no longer be paid. */
export const closeCheckout = jobKind<{ transactionId: string }>('orders.close-checkout', {
  retries: 200,
  firstPause: 5,
});

/** Queues the closing of all open checkouts of an account. The account must be locked: a checkout that opens meanwhile is then refused. */
export async function abandonCheckouts(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  userId: string,
): Promise<void> {
  const checkouts = trx
    .selectFrom('orders')
    .select('paddleTransactionId')
    .where('userId', '=', userId)
    .where('state', '=', 'processing');
  const open = await executePrepared(trx, 'open-checkouts', checkouts);
  for (const { paddleTransactionId: transactionId } of open) {
    if (transactionId !== null) await deps.jobs.enqueue(trx, closeCheckout, { transactionId });
  }
}
