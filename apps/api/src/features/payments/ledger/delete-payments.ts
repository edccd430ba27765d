import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { paymentOf, markEventsProcessed } from '../inbox/events.store.ts';
import { anonymisePayments } from './ledger.store.ts';

/**
 * Deletes all events about an account's orders from the inbox and keeps what the ledger needs. The orders stay locked until the transaction
 * ends. Lock order is that of event processing: event, order, then the caller's account.
 */
export async function deletePayments(trx: DatabaseTransaction, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['paddleTransactionId', 'coingateOrderId'])
    .where('userId', '=', userId)
    .execute();
  for (const order of orders) {
    const payment = paymentOf(order);
    if (payment !== null) await markEventsProcessed(trx, payment);
  }
  await trx.selectFrom('orders').select('id').where('userId', '=', userId).forUpdate().execute();
  await anonymisePayments(trx, userId);
}
