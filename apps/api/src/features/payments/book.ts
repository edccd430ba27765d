import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { plansByPrice, type ProviderEvent } from '../subscription/index.ts';
import { bookingsOf } from './bookings.ts';
import { bookAll } from './ledger.store.ts';

/** Books what the events tell of: under its plan what was paid for one, else under the kind of what was sold. */
export async function book(
  trx: DatabaseTransaction,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'item' | 'provider'>,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  const { item } = order;
  const plans = item.kind === 'subscription' ? await plansByPrice(trx, order.id, events) : null;
  const productOf = (transactionId: string) => {
    if (plans === null || item.kind !== 'subscription') return item.kind;
    const payment = events.find(
      (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
    );
    const prices = payment?.type === 'payment_completed' ? payment.priceIds : [];
    return prices.map((price) => plans.get(price)).find((plan) => plan !== undefined)?.planId ?? item.planId;
  };
  const bookings = bookingsOf(events).map((booking) => ({
    ...booking,
    product: productOf(booking.transactionId),
  }));
  await bookAll(trx, order.provider ?? 'paddle', bookings, { orderId: order.id, now });
}
