import type { Transaction } from '@paddle/paddle-node-sdk';
import type { Database } from '../../platform/database/database.ts';
import type { StoredOrder } from '../orders/index.ts';

/** How far the provider's clock may be behind ours. */
const skewMs = 5 * 60_000;

/**
 * The transaction that a charge for an order has made, of those on its subscription: for the same price as often, not before the order,
 * and no other order's. A charge whose answer was lost is found by it, so that it is not made twice.
 */
export async function chargeFor(
  db: Database,
  order: StoredOrder,
  made: readonly Transaction[],
): Promise<Transaction | null> {
  const since = Number(order.processingAt ?? order.createdAt) - skewMs;
  const alike = made.filter(
    ({ status, createdAt, items: [item, ...more] }) =>
      (status === 'completed' || status === 'paid' || status === 'billed') &&
      Date.parse(createdAt) >= since &&
      more.length === 0 &&
      item?.price?.id === order.paddlePriceId &&
      item.quantity === order.paddleQuantity,
  );
  if (alike.length === 0) return null;
  const taken = await db
    .selectFrom('orders')
    .select('paddleTransactionId')
    .where(
      'paddleTransactionId',
      'in',
      alike.map(({ id }) => id),
    )
    .where('id', '<>', order.id)
    .execute();
  const others = new Set(taken.map(({ paddleTransactionId }) => paddleTransactionId));
  return alike.find(({ id }) => !others.has(id)) ?? null;
}
