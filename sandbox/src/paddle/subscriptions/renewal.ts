import { addCycle } from '../billing-period.ts';
import type { BillingFacts } from '../state.ts';
import { announceFailure, markCompleted, markPaid } from '../transactions/payments.ts';
import { createTransaction, transactionById, updateTransaction } from '../transactions/transaction.ts';
import type { Subscription, SubscriptionItem, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { charge } from './charge.ts';
import { updateSubscription } from './subscription.ts';
import { takeDiscount } from './subscription-discount.ts';

const DAY_MS = 86_400_000;

/** Days after a failed renewal on which it is retried; after the last retry the subscription is cancelled. */
const DUNNING_DAYS: readonly number[] = [1, 3, 5, 7, 14, 21, 30];

/**
 * Bills a subscription for its next period, which starts now. Like Paddle, it updates the subscription to the new period first
 * (`subscription.updated`, whose dates therefore do not prove a payment) and then charges it.
 */
export function renew(context: PaddleContext, subscription: Subscription): void {
  const starts = subscription.next_billed_at ?? context.timestamp();
  const ends = addCycle(new Date(starts), subscription.billing_cycle).toISOString();
  const period = { starts_at: starts, ends_at: ends };
  const afterTrial = subscription.status === 'trialing';
  const discount = takeDiscount(context, subscription);
  updateSubscription(
    context,
    subscription,
    {
      status: 'active',
      first_billed_at: subscription.first_billed_at ?? starts,
      discount,
      current_billing_period: period,
      next_billed_at: ends,
      items: subscription.items.map((item) => renewedItem(context, item, period)),
    },
    afterTrial ? 'subscription.activated' : undefined,
  );
  const transaction = createTransaction(context, {
    items: subscription.items.map((item) => ({ price: item.price, quantity: item.quantity })),
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    customData: subscription.custom_data,
    discountId: discount?.id ?? null,
    origin: 'subscription_recurring',
    subscriptionId: subscription.id,
    billingPeriod: period,
    checkoutUrl: null,
    status: 'billed',
  });
  if (charge(context, subscription, transaction)) {
    markPaid(context, transaction);
    markCompleted(context, transaction);
    return;
  }
  announceFailure(context, transaction);
  updateTransaction(context, transaction, { status: 'past_due' });
  updateSubscription(context, subscription, { status: 'past_due' }, 'subscription.past_due');
  const facts = context.state.billing[subscription.id];
  if (facts !== undefined) facts.dunning = firstRetry(transaction.id, context.now());
}

/** Retries an unpaid renewal: recovers the subscription, schedules the next retry, or cancels it. */
export function retryDunning(context: PaddleContext, subscription: Subscription): void {
  const facts = context.state.billing[subscription.id];
  if (facts?.dunning === undefined || facts.dunning === null) return;
  const { dunning } = facts;
  const transaction = transactionById(context, dunning.transactionId);
  if (charge(context, subscription, transaction)) {
    recoverFromDunning(context, transaction);
    return;
  }
  announceFailure(context, transaction);
  const next = DUNNING_DAYS[dunning.attempts + 1];
  if (next !== undefined) {
    facts.dunning = {
      ...dunning,
      attempts: dunning.attempts + 1,
      nextAttemptAt: daysAfter(dunning.failedAt, next),
    };
    return;
  }
  updateTransaction(context, transaction, { status: 'canceled' });
  cancelNow(context, subscription);
}

/** Reactivates a subscription after its unpaid renewal was paid, by a retry or at the checkout. */
export function recoverFromDunning(context: PaddleContext, transaction: Transaction): void {
  const id = transaction.subscription_id ?? '';
  const subscription = context.state.subscriptions[id];
  const facts = context.state.billing[id];
  if (facts !== undefined) facts.dunning = null;
  markPaid(context, transaction);
  markCompleted(context, transaction);
  if (subscription?.status === 'past_due') {
    updateSubscription(context, subscription, { status: 'active' }, 'subscription.activated');
  }
}

/** Cancels a subscription immediately: `subscription.updated`, `subscription.canceled`. */
export function cancelNow(context: PaddleContext, subscription: Subscription): void {
  const facts = context.state.billing[subscription.id];
  if (facts !== undefined) facts.dunning = null;
  updateSubscription(
    context,
    subscription,
    {
      status: 'canceled',
      canceled_at: context.timestamp(),
      next_billed_at: null,
      scheduled_change: null,
      current_billing_period: null,
      items: subscription.items.map((item) => ({ ...item, status: 'inactive', next_billed_at: null })),
    },
    'subscription.canceled',
  );
}

function renewedItem(
  context: PaddleContext,
  item: SubscriptionItem,
  period: { starts_at: string; ends_at: string },
): SubscriptionItem {
  return {
    ...item,
    status: 'active',
    updated_at: context.timestamp(),
    previously_billed_at: period.starts_at,
    next_billed_at: period.ends_at,
  };
}

function firstRetry(transactionId: string, failedAt: Date): NonNullable<BillingFacts['dunning']> {
  const at = failedAt.toISOString();
  return { transactionId, attempts: 0, failedAt: at, nextAttemptAt: daysAfter(at, DUNNING_DAYS[0] ?? 1) };
}

function daysAfter(moment: string, days: number): string {
  return new Date(new Date(moment).getTime() + days * DAY_MS).toISOString();
}
