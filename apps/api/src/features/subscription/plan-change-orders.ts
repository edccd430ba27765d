import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { adjustmentsOf, paymentReversalOf } from './adjustments.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { PaidPlan, PlansByPrice } from './entitlement-periods.ts';

/** Returns the subscription of an order, with the orders that changed its plan, oldest first. */
async function changesOf(trx: DatabaseTransaction, orderId: string) {
  return trx
    .selectFrom('orders')
    .innerJoin('subscriptions', (join) =>
      join.on(sql`subscriptions.id::text`, '=', sql`orders.item ->> 'subscriptionId'`),
    )
    .selectAll('orders')
    .where('orders.kind', '=', 'plan_change')
    .where('subscriptions.orderId', '=', orderId)
    .orderBy('orders.id')
    .execute();
}

/** Returns the free months of a subscription's payments so far. */
export async function givenFreeMonths(
  db: Database | DatabaseTransaction,
  subscriptionId: string,
): Promise<number> {
  const { months } = await db
    .selectFrom('subscriptionGrants')
    .select((entitlements) =>
      entitlements.fn.coalesce(entitlements.fn.sum<number>('freeMonths'), sql<number>`0`).as('months'),
    )
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return Number(months);
}

/**
 * Returns the plans for the price ids in payments and changes: from the price list, unless an order of the subscription has sold the price
 * on other terms. Support may have moved a customer at the provider, so every price id is looked up; free months come only from orders, so
 * that a change of the price list adds none afterwards.
 */
export async function plansByPrice(
  trx: DatabaseTransaction,
  orderId: string,
  events: readonly ProviderEvent[],
): Promise<PlansByPrice> {
  const prices = [...new Set(events.flatMap((event) => ('priceIds' in event ? (event.priceIds ?? []) : [])))];
  const known = new Map<string, PaidPlan>();
  if (prices.length === 0) return known;
  const listed = await trx
    .selectFrom('plans')
    .select(['id', 'months', 'priceAmount', 'paddlePriceId', 'paddleTrialPriceId'])
    .where((where) =>
      where.or([where('paddlePriceId', 'in', prices), where('paddleTrialPriceId', 'in', prices)]),
    )
    .execute();
  for (const { id: planId, months, priceAmount, ...ids } of listed) {
    for (const priceId of [ids.paddlePriceId, ids.paddleTrialPriceId])
      if (priceId !== null) known.set(priceId, { planId, months, priceAmount, freeMonths: 0 });
  }
  const sold = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const { item: bought } = sold;
  if ('planId' in bought) {
    const { freeMonths = 0 } = bought;
    for (const [priceId, plan] of known) {
      if (plan.planId === bought.planId) known.set(priceId, { ...plan, freeMonths });
    }
  }
  const changes = await changesOf(trx, orderId);
  // A started change takes precedence over a draft.
  const isDraft = ({ state }: { readonly state: string }) => state === 'draft' || state === 'expired';
  const sales = [sold, ...changes.filter(isDraft), ...changes.filter((change) => !isDraft(change))];
  for (const { item, paddlePriceId } of sales) {
    if (paddlePriceId === null || !('planId' in item)) continue;
    const { planId, months, priceAmount, freeMonths = 0 } = item;
    known.set(paddlePriceId, { planId, months, priceAmount, freeMonths });
  }
  return known;
}

/** Updates plan change orders from their payments. The subscription's own order must be locked. */
export async function settlePlanChanges(
  trx: DatabaseTransaction,
  orderId: string,
  events: readonly ProviderEvent[],
): Promise<void> {
  const adjustments = adjustmentsOf(events);
  for (const change of await changesOf(trx, orderId)) {
    const payment = events.find(
      (event) => event.type === 'payment_completed' && event.transactionId === change.paddleTransactionId,
    );
    if (payment?.type !== 'payment_completed') continue;
    const back = paymentReversalOf(adjustments, payment);
    await trx
      .updateTable('orders')
      .set({
        state: back === null ? 'paid' : 'refunded',
        paidAt: new Date(payment.at),
        refundedAt: back?.at ?? null,
        taxAmount: payment.tax,
        totalAmount: payment.amount - payment.tax,
        failure: null,
      })
      .where('id', '=', change.id)
      .execute();
  }
}
