import type { Clock } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { PaddlePayments } from '../../../platform/paddle/payments.ts';

/** Paddle accepts dates at least half an hour ahead. */
const soonestMs = 3600 * 1000;

/**
 * Sets the date of a subscription's next payment at Paddle from the current state, so late or repeated jobs have the same effect. Throws,
 * to be retried, when Paddle rejects it.
 */
export async function notifyNextPayment(
  deps: { readonly db: Database; readonly clock: Clock; readonly inquiry: PaddlePayments },
  subscriptionId: string,
): Promise<void> {
  const due = await deps.db
    .selectFrom('subscriptions')
    .select(['paddleSubscriptionId', 'nextPaymentAt', 'activeUntil'])
    .where('id', '=', subscriptionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (due === undefined || due.paddleSubscriptionId === null || due.nextPaymentAt === null) return;
  const lookup = await deps.inquiry.subscription(due.paddleSubscriptionId);
  if (!lookup.ok) throw new Error(`Querying a subscription at Paddle failed: ${lookup.error}`);
  const { status, nextBilledAt, currentBillingPeriod } = lookup.value;
  if (status === 'canceled') return;
  // The next billing period has already begun at Paddle: the payment is in progress and must not be charged twice.
  if (currentBillingPeriod !== null && Date.parse(currentBillingPeriod.startsAt) >= due.activeUntil.getTime())
    return;
  const soonest = deps.clock.now().getTime() + soonestMs;
  const at = new Date(Math.max(due.nextPaymentAt.getTime(), soonest));
  if (nextBilledAt !== null && Date.parse(nextBilledAt) === at.getTime()) return;
  const moved = await deps.inquiry.moveNextPayment(due.paddleSubscriptionId, at.toISOString());
  if (!moved.ok) throw new Error(`Paddle did not move a payment: ${moved.error}`);
}
