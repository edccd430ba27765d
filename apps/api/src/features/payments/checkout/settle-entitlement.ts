import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PlanReturnReason } from '../../../platform/database/schema.ts';
import { releaseCoupon } from '../../coupons/index.ts';
import type { StoredOrder } from '../../orders/index.ts';
import { isSecondPlan } from '../../subscription/index.ts';

/**
 * Returns true where an order's first payment is for a second plan. The order and its account must be locked. Only the first processed
 * payment decides: later the money may already be on its way back.
 */
export async function isSecond(trx: DatabaseTransaction, order: StoredOrder, now: Date): Promise<boolean> {
  const { id, userId, item, returnReason } = order;
  if (item.kind !== 'subscription' || returnReason !== null) return false;
  const own = await trx.selectFrom('subscriptions').select('id').where('orderId', '=', id).executeTakeFirst();
  return own === undefined && isSecondPlan(trx, { userId, startsAt: item.startsAt, now });
}

/** Stores why the payment of a locked order is returned. A coupon that it holds becomes available again. */
export async function storeReturn(
  trx: DatabaseTransaction,
  { id }: StoredOrder,
  returnReason: PlanReturnReason,
): Promise<PlanReturnReason> {
  await trx.updateTable('orders').set({ returnReason }).where('id', '=', id).execute();
  await releaseCoupon(trx, id);
  return returnReason;
}
