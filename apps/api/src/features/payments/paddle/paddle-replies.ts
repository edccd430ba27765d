import type { Adjustment, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { cardOf, changeOfPlan, isPayment, movingActions, subscriptionOf } from './paddle-event.ts';
import type { ReceivedEvent } from '../inbox/received-event.ts';
import { lockRoot } from '../inbox/order-of-event.ts';
import type { EffectDeps } from '../inbox/order-effects.ts';
import { deriveOrder } from '../inbox/process-event.ts';

/** A transaction read from the Paddle API as an event. The same response is always the same event. */
export function transactionEvent(transaction: Transaction): ReceivedEvent {
  const { id: transactionId, billingPeriod, details } = transaction;
  const subscriptionId = subscriptionOf(transaction.origin, transaction.subscriptionId);
  const occurredAt = new Date(transaction.billedAt ?? transaction.createdAt);
  const captured = transaction.payments.find((payment) => payment.status === 'captured')?.methodDetails;
  const kind = captured?.type === 'card' || captured?.type === 'paypal' ? captured.type : null;
  const event = {
    type: 'payment_completed',
    at: occurredAt.toISOString(),
    transactionId,
    subscriptionId,
    priceIds: transaction.items.map((item) => item.price?.id ?? ''),
    discountId: transaction.discountId,
    amount: Number(details?.totals?.grandTotal ?? 0),
    tax: Number(details?.totals?.tax ?? 0),
    currency: transaction.currencyCode,
    period:
      billingPeriod === null ? null : { startsAt: billingPeriod.startsAt, endsAt: billingPeriod.endsAt },
    method: kind === null ? null : { kind, lastDigits: captured?.card?.last4 ?? null },
    ...cardOf({
      type: captured?.card?.type,
      lastDigits: captured?.card?.last4,
      expiryMonth: captured?.card?.expiryMonth,
      expiryYear: captured?.card?.expiryYear,
    }),
    ...changeOfPlan(transaction),
  } as const;
  const about = { eventId: `asked:${transactionId}`, transactionId, subscriptionId };
  const isMoney = transaction.status === 'completed' && isPayment(transaction);
  return { ...about, eventType: 'transaction.completed', occurredAt, event: isMoney ? event : null };
}

/**
 * Returns a subscription from Paddle's API as an event `subscription.updated`. Its id contains the time of the update, so the same state is
 * stored once.
 */
export function subscriptionEvent(subscription: Subscription): ReceivedEvent {
  const { id: subscriptionId, status, scheduledChange } = subscription;
  const occurredAt = new Date(subscription.updatedAt);
  const about = { transactionId: null, subscriptionId, occurredAt };
  return {
    ...about,
    eventId: `asked:${subscriptionId}:${occurredAt.getTime()}`,
    eventType: 'subscription.updated',
    event: {
      type: 'subscription_changed',
      at: occurredAt.toISOString(),
      subscriptionId,
      transactionId: null,
      status,
      nextPaymentAt: subscription.nextBilledAt,
      periodEndsAt: subscription.currentBillingPeriod?.endsAt ?? null,
      cancelsAt: scheduledChange?.action === 'cancel' ? scheduledChange.effectiveAt : null,
      canceledAt: subscription.canceledAt,
      priceIds: subscription.items.map(({ price }) => price.id),
    },
  };
}

/**
 * Returns an adjustment from Paddle's API as an event `adjustment.updated`; `event` is null if its action moves no money. Its id contains
 * the status, so each status is stored once.
 */
export function adjustmentEvent(adjustment: Adjustment): ReceivedEvent {
  const { id: adjustmentId, transactionId, subscriptionId, status } = adjustment;
  const action = movingActions[adjustment.action];
  const occurredAt = new Date(adjustment.updatedAt);
  const about = { transactionId, subscriptionId, occurredAt };
  return {
    ...about,
    eventId: `asked:${adjustmentId}:${status}`,
    eventType: 'adjustment.updated',
    event:
      action === undefined
        ? null
        : {
            type: 'payment_adjusted',
            at: occurredAt.toISOString(),
            transactionId,
            subscriptionId,
            adjustmentId,
            action,
            status: status === 'pending_approval' ? 'pending' : status,
            isWhole: adjustment.type === 'full',
            amount: Math.abs(Number(adjustment.totals.total)),
            tax: Math.abs(Number(adjustment.totals.tax)),
            currency: adjustment.currencyCode,
          },
  };
}

/**
 * Stores Paddle's responses as events like those of its notifications, and derives the order from them in the caller's transaction, which
 * sees the outcome. Locks the order first.
 */
export async function applyProviderEvents(
  deps: EffectDeps,
  trx: DatabaseTransaction,
  orderId: string,
  responses: readonly ReceivedEvent[],
  now: Date,
): Promise<void> {
  await lockRoot(trx, orderId);
  const rows = responses.map(({ event, ...columns }) => ({
    ...columns,
    provider: 'paddle' as const,
    receivedAt: now,
    processedAt: now,
    event: event === null ? null : JSON.stringify(event),
    payload: JSON.stringify({}),
  }));
  if (rows.length > 0)
    await trx
      .insertInto('providerEvents')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
      .execute();
  await deriveOrder(deps, trx, orderId, now);
}
