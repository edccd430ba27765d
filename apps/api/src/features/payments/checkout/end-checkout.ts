import { giveUpOrder, type StoredOrder } from '../../orders/index.ts';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { CheckoutEnded, ProviderEvent } from '../../subscription/index.ts';

/** Gives up an order whose checkout has ended without a payment; the order must be locked. A payment that comes later is still honoured. */
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
