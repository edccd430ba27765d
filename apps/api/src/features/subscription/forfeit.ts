import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';

/** Cancels a subscription at the provider, so that it never renews. Retried for eight days: the account may be deleted by then. */
export const cancelRenewal = jobKind<{ providerSubscriptionId: string }>('subscription.cancel-renewal', {
  retries: 200,
  firstPause: 5,
});

/** Cancels a subscription at the provider at the end of its period, without a further charge. */
export const stopRenewal = jobKind<{ providerSubscriptionId: string }>('subscription.stop-renewal', {
  retries: 200,
  firstPause: 5,
});

/**
 * Forfeits an account's remaining days and cancels every renewal. Subscriptions that have ended here are cancelled too: the provider may
 * still retry a failed payment. The account must be locked; the caller revokes the tunnels.
 */
export async function forfeitSubscriptions(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<void> {
  const running = trx
    .updateTable('subscriptions')
    .set({
      state: 'expired',
      activeUntil: now,
      accessUntil: now,
      nextPaymentAmount: null,
      nextPaymentAt: null,
      endedAt: now,
      forfeitedAt: now,
    })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  await executePrepared(trx, 'forfeit-subscriptions', running);
  const atProvider = trx
    .selectFrom('subscriptions')
    .select('paddleSubscriptionId')
    .where('userId', '=', userId)
    .where('paddleSubscriptionId', 'is not', null);
  const known = await executePrepared(trx, 'subscriptions-at-provider', atProvider);
  for (const { paddleSubscriptionId: providerSubscriptionId } of known) {
    if (providerSubscriptionId !== null)
      await deps.jobs.enqueue(trx, cancelRenewal, { providerSubscriptionId });
  }
}
