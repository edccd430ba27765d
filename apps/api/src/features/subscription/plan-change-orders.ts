import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { adjustmentsOf, takenBack } from './adjustments.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { PaidPlan, PlansByPrice } from './grants.ts';

/** The subscription that an order made, with the orders that changed its plan, oldest first. */
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

/**
 * The plans behind the prices that payments and changes name: as they stand in the price list, unless an order of the subscription has sold the price
 * differently. Support may have moved a customer at the provider, so the price list is asked for every price.
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
      if (priceId !== null) known.set(priceId, { planId, months, priceAmount });
  }
  const sold = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  for (const { item, paddlePriceId } of [sold, ...(await changesOf(trx, orderId))]) {
    if (paddlePriceId !== null && 'planId' in item) known.set(paddlePriceId, item);
  }
  return known;
}

/** Brings the orders that changed a plan into line with their payments. The subscription's own order must be locked. */
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
    const back = takenBack(adjustments, payment);
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
