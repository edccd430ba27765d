import type { api, ReplyOf } from '@comet/contract';
import type { Database } from '../../platform/database/database.ts';
import { cryptoFeeOf } from './crypto-payment-adapter.ts';
import type { StoredOrder } from './orders.store.ts';

type ReturnedPayment = NonNullable<ReplyOf<typeof api.showOrder>['order']['returned']>;

/**
 * Returns why the payment of an order is returned, the amount (what was charged, without the crypto fee), and how far its refund is. Null for
 * one that is kept.
 */
export async function returnedOf(db: Database, order: StoredOrder): Promise<ReturnedPayment | null> {
  const { id, returnReason: reason, paddleTransactionId, coingateOrderId, lines, currency } = order;
  if (reason === null) return null;
  const paid = await db
    .selectFrom('ledgerEntries')
    .select(['amount', 'currency'])
    .where('orderId', '=', id)
    .where('kind', '=', 'payment')
    .where('reference', '=', coingateOrderId ?? paddleTransactionId)
    .executeTakeFirst();
  const refund = await refundStateOf(db, order);
  // A trial has charged nothing.
  if (paid === undefined) return { reason, amount: { amount: 0, currency }, refund };
  return { reason, amount: { ...paid, amount: paid.amount - (cryptoFeeOf(lines) ?? 0) }, refund };
}

/** A refund that support requests after a declined one counts as pending. */
async function refundStateOf(
  db: Database,
  { id, state, paddleTransactionId }: StoredOrder,
): Promise<ReturnedPayment['refund']> {
  if (state === 'refunded') return 'done';
  const refunds = await db
    .selectFrom('refunds')
    .select('state')
    .where('orderId', '=', id)
    .where('transactionId', '=', paddleTransactionId)
    .execute();
  if (refunds.some((refund) => refund.state === 'pending')) return 'pending';
  return refunds.some((refund) => refund.state === 'rejected') ? 'declined' : 'requested';
}
