import { type Selectable, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { adjustmentsOf, paymentReversalOf } from './adjustments.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { SubscriptionFacts } from './subscription-of-events.ts';

type Order = Selectable<Schema['orders']>;

/** Marks an order as paid, or as refunded where its own payment was refunded. */
export async function markPaid(
  trx: DatabaseTransaction,
  order: Order,
  facts: SubscriptionFacts,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  const transactionId = order.paddleTransactionId ?? order.coingateOrderId;
  const payment = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
  );
  const back =
    payment?.type === 'payment_completed' ? paymentReversalOf(adjustmentsOf(events), payment) : null;
  await trx
    .updateTable('orders')
    .set({
      state: back === null ? 'paid' : 'refunded',
      refundedAt: back?.at ?? null,
      failure: null,
      // The order's own payment; a renewal's event may arrive before it. A plan that follows another begins later.
      paidAt: payment?.type === 'payment_completed' ? new Date(payment.at) : (order.paidAt ?? now),
      taxAmount: payment?.type === 'payment_completed' ? payment.tax : order.taxAmount,
    })
    .where('id', '=', order.id)
    .execute();
}

/**
 * Stores the entitlements of payments; the key is the payment, so a repeat adds nothing. A payment that arrives late may have been the first and
 * then takes over the free months. Returns the payments that were new.
 */
export async function recordEntitlementPeriods(
  trx: DatabaseTransaction,
  order: Order,
  subscriptionId: string,
  facts: SubscriptionFacts,
  now: Date,
): Promise<readonly string[]> {
  const added = await trx
    .insertInto('subscriptionGrants')
    .values(
      facts.entitlements.map((entitlement) => ({
        provider: order.provider ?? 'paddle',
        transactionId: entitlement.transactionId,
        subscriptionId,
        kind: entitlement.kind,
        startsAt: entitlement.from,
        boughtUntil: entitlement.boughtUntil,
        endsAt: entitlement.until,
        isPlanChange: entitlement.isPlanChange,
        freeMonths: entitlement.freeMonths,
        amount: entitlement.amount,
        currency: entitlement.currency,
        grantedAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'transactionId'])
        .doUpdateSet((set) => ({
          startsAt: set.ref('excluded.startsAt'),
          boughtUntil: set.ref('excluded.boughtUntil'),
          endsAt: set.ref('excluded.endsAt'),
          freeMonths: set.ref('excluded.freeMonths'),
        }))
        .where((where) =>
          where.or([
            where('subscriptionGrants.startsAt', '<>', where.ref('excluded.startsAt')),
            where('subscriptionGrants.endsAt', '<>', where.ref('excluded.endsAt')),
            where('subscriptionGrants.freeMonths', '<>', where.ref('excluded.freeMonths')),
          ]),
        ),
    )
    // For an existing row, xmax is the transaction that locked it for the update.
    .returning(['transactionId', sql<boolean>`subscription_grants.xmax = 0`.as('isNew')])
    .execute();
  return added.filter(({ isNew }) => isNew).map(({ transactionId }) => transactionId);
}
