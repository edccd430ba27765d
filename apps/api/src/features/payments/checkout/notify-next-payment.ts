import type { Clock } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { PaddleInquiry } from '../../../platform/paddle/inquiry.ts';

/** Paddle takes a date that is at least half an hour away. */
const soonestMs = 3600 * 1000;

/**
 * Tells Paddle when a subscription's next payment is due, as things stand now: jobs that come late or twice say the same. Throws, to be
 * tried again, when Paddle does not take it.
 */
export async function notifyNextPayment(
  deps: { readonly db: Database; readonly clock: Clock; readonly inquiry: PaddleInquiry },
  subscriptionId: string,
): Promise<void> {
  const due = await deps.db
    .selectFrom('subscriptions')
    .select(['paddleSubscriptionId', 'nextPaymentAt', 'activeUntil'])
    .where('id', '=', subscriptionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (due === undefined || due.paddleSubscriptionId === null || due.nextPaymentAt === null) return;
  const asked = await deps.inquiry.subscription(due.paddleSubscriptionId);
  if (!asked.ok) throw new Error(`Paddle did not say how a subscription stands: ${asked.error}`);
  const { status, nextBilledAt, currentBillingPeriod } = asked.value;
  if (status === 'canceled') return;
  // The period after the one that we know of has begun there: the payment is on its way, and must not be asked for again.
  if (currentBillingPeriod !== null && Date.parse(currentBillingPeriod.startsAt) >= due.activeUntil.getTime())
    return;
  const soonest = deps.clock.now().getTime() + soonestMs;
  const at = new Date(Math.max(due.nextPaymentAt.getTime(), soonest));
  if (nextBilledAt !== null && Date.parse(nextBilledAt) === at.getTime()) return;
  const moved = await deps.inquiry.moveNextPayment(due.paddleSubscriptionId, at.toISOString());
  if (!moved.ok) throw new Error(`Paddle did not move a payment: ${moved.error}`);
}
