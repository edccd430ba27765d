import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Revoke } from '../../gateways/index.ts';
import { moveOrder, type StoredOrder, abandonOrder } from '../../orders/index.ts';
import { deliver, restoreDelivery, revokeDelivery } from '../../dedicated-ips/index.ts';
import type { CheckoutEnded, ProviderEvent } from '../../subscription/index.ts';
import type { Settlement } from '../inbox/order-plan.ts';

/** Expires an order whose checkout ended without a payment; the order must be locked. A later payment is still honoured. */
export async function endCheckout(
  trx: DatabaseTransaction,
  order: StoredOrder,
  events: readonly ProviderEvent[],
): Promise<void> {
  if (events.some(({ type }) => type === 'payment_completed')) return;
  const end = events.findLast((event): event is CheckoutEnded => event.type === 'checkout_ended');
  if (end === undefined) return;
  await abandonOrder(trx, order, stepOf(end.reason));
}

function stepOf(reason: CheckoutEnded['reason']): Parameters<typeof abandonOrder>[2] {
  switch (reason) {
    case 'invalid':
    case 'underpaid':
      return { step: 'fail', reason };
    case 'canceled':
      return { step: 'lapse', reason };
    case 'expired':
      return { step: 'lapse' };
  }
}

/**
 * Settles an order for data, traffic or an address from the provider's events: delivers the purchase once, revokes it after a refund or
 * chargeback, and restores it when a chargeback is reversed. The order and its account must be locked. `isInVain`: the payment came after
 * the account was deleted, and has to be refunded.
 */
export async function settlePurchase(
  trx: DatabaseTransaction,
  order: StoredOrder,
  settlement: Settlement,
  {
    now,
    deletedAt,
    revoke,
  }: { readonly now: Date; readonly deletedAt: Date | null; readonly revoke: Revoke },
): Promise<{ readonly isInVain: boolean }> {
  const { paidAt, tax, refundedAt } = settlement;
  const isNew = await moveOrder(trx, order, { step: 'pay', at: paidAt });
  if (isNew) await trx.updateTable('orders').set({ taxAmount: tax }).where('id', '=', order.id).execute();
  // A deleted account gets no entitlement.
  if (isNew && deletedAt === null) await deliver(trx, order, { paidAt, now });
  if (refundedAt === null) {
    if (await moveOrder(trx, order, { step: 'restore', at: paidAt }))
      await restoreDelivery(trx, order.id, now);
    return { isInVain: isNew && deletedAt !== null };
  }
  const paid = isNew ? { ...order, state: 'paid' as const, paidAt } : order;
  if (await moveOrder(trx, paid, { step: 'refund', at: refundedAt })) {
    await revokeDelivery(trx, order.id, { refundedAt, now, revoke });
  }
  return { isInVain: false };
}
