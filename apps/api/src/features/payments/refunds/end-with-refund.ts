import type { DatabaseTransaction } from '../../../platform/database/database.ts';

/** Notes that what an order paid for ends once this partial refund is approved. Call it before the refund is applied to the order. */
export async function endWithRefund(
  trx: DatabaseTransaction,
  orderId: string,
  adjustmentId: string,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ endsWithAdjustment: adjustmentId })
    .where('id', '=', orderId)
    .execute();
}
