import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { takeEventsOf } from './events.store.ts';
import { pastPaymentsOf } from './past-payments.ts';

/**
 * Takes out of the inbox all that the provider has said about an account's orders, and leaves what the books need. The orders stay
 * locked until the transaction ends. Locks in the order in which an event is worked off: event, order, and then the caller's account.
 */
export async function forgetPayments(trx: DatabaseTransaction, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['item', 'paddleTransactionId'])
    .where('userId', '=', userId)
    .where('paddleTransactionId', 'is not', null)
    .execute();
  for (const { item, paddleTransactionId } of orders) {
    if (paddleTransactionId === null) continue;
    const payments = pastPaymentsOf(await takeEventsOf(trx, paddleTransactionId));
    if (payments.length === 0) continue;
    const product = 'planId' in item ? item.planId : item.kind;
    const rows = payments.map((payment) => ({ ...payment, provider: 'paddle' as const, product }));
    await trx.insertInto('pastPayments').values(rows).execute();
  }
  await trx.selectFrom('orders').select('id').where('userId', '=', userId).forUpdate().execute();
}
