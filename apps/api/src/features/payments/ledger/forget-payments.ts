import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { paymentOf, takeEventsOf } from '../inbox/events.store.ts';
import { forgetWhoPaid } from './ledger.store.ts';

/**
 * Takes out of the inbox all that the provider has said about an account's orders, and leaves in the books what they need. The orders
 * stay locked until the transaction ends. Locks in the order in which an event is worked off: event, order, and then the caller's account.
 */
export async function forgetPayments(trx: DatabaseTransaction, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['paddleTransactionId', 'coingateOrderId'])
    .where('userId', '=', userId)
    .execute();
  for (const order of orders) {
    const payment = paymentOf(order);
    if (payment !== null) await takeEventsOf(trx, payment);
  }
  await trx.selectFrom('orders').select('id').where('userId', '=', userId).forUpdate().execute();
  await forgetWhoPaid(trx, userId);
}
