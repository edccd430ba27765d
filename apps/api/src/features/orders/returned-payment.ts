import type { Database } from '../../platform/database/database.ts';
import { cryptoFeeOf } from './crypto-payment-adapter.ts';
import type { StoredOrder } from './orders.store.ts';

/** Returns why the payment of an order is returned, and the amount: what was charged, without the crypto fee. Null for one that is kept. */
export async function returnedOf(
  db: Database,
  { id, returnReason: reason, paddleTransactionId, coingateOrderId, lines, currency }: StoredOrder,
) {
  if (reason === null) return null;
  const paid = await db
    .selectFrom('ledgerEntries')
    .select(['amount', 'currency'])
    .where('orderId', '=', id)
    .where('kind', '=', 'payment')
    .where('reference', '=', coingateOrderId ?? paddleTransactionId)
    .executeTakeFirst();
  // A trial has charged nothing.
  if (paid === undefined) return { reason, amount: { amount: 0, currency } };
  return { reason, amount: { ...paid, amount: paid.amount - (cryptoFeeOf(lines) ?? 0) } };
}
