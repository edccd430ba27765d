import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Revoke } from '../../gateways/index.ts';
import { moveOrder, type StoredOrder, giveUpOrder } from '../../orders/index.ts';
import { deliver, giveAgain, takeBack } from '../../services/index.ts';
import {
  adjustmentsOf,
  type ProviderEvent,
  takenBack,
  type CheckoutEnded,
} from '../../subscription/index.ts';

/** Expires an order whose checkout ended without a payment; the order must be locked. A later payment is still honoured. */
export async function endCheckout(
  trx: DatabaseTransaction,
  order: StoredOrder,
  events: readonly ProviderEvent[],
): Promise<void> {
  if (events.some(({ type }) => type === 'payment_completed')) return;
  const end = events.findLast((event): event is CheckoutEnded => event.type === 'checkout_ended');
  if (end === undefined) return;
  const failed = end.reason === 'invalid' || end.reason === 'underpaid';
  await giveUpOrder(trx, order, failed ? { step: 'fail', reason: end.reason } : { step: 'lapse' });
}

/** The provider's state of a one-time order. */
interface Settlement {
  readonly paidAt: Date;
  /** In the minor unit, tax included. */
  readonly amount: number;
  readonly tax: number | null;
  readonly refundedAt: Date | null;
}

/** Derives the settlement of a transaction's order from Paddle's events; null while it is unpaid. */
export function settlementOf(events: readonly ProviderEvent[], transactionId: string): Settlement | null {
  const paid = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
  );
  if (paid?.type !== 'payment_completed') return null;
  return {
    paidAt: new Date(paid.at),
    amount: paid.amount,
    tax: paid.tax,
    refundedAt: takenBack(adjustmentsOf(events), paid)?.at ?? null,
  };
}

/** `in_vain`: the payment has no recipient and is refunded. `too_little`: an operator has to review it. */
type Outcome = 'settled' | 'in_vain' | 'too_little';

/**
 * Settles an order for data, traffic or an address from the provider's events: delivers the purchase once, revokes it after a refund or
 * chargeback, and restores it when a chargeback is reversed. The order and its account must be locked.
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
): Promise<Outcome> {
  const { paidAt, amount, tax, refundedAt } = settlement;
  if (amount < order.totalAmount) return 'too_little';
  const isNew = await moveOrder(trx, order, { step: 'pay', at: paidAt });
  if (isNew) await trx.updateTable('orders').set({ taxAmount: tax }).where('id', '=', order.id).execute();
  // A deleted account gets no entitlement.
  if (isNew && deletedAt === null) await deliver(trx, order, { paidAt, now });
  if (refundedAt === null) {
    if (await moveOrder(trx, order, { step: 'restore', at: paidAt })) await giveAgain(trx, order.id, now);
    return isNew && deletedAt !== null ? 'in_vain' : 'settled';
  }
  const paid = isNew ? { ...order, state: 'paid' as const, paidAt } : order;
  if (await moveOrder(trx, paid, { step: 'refund', at: refundedAt })) {
    await takeBack(trx, order.id, { refundedAt, now, revoke });
  }
  return 'settled';
}
