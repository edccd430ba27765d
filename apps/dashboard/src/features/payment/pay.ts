import { api, call } from '../../platform/data/api.ts';
import { openCheckout } from '../../platform/data/paddle.ts';
import { openSheet } from './open-sheet.tsx';
import { forgetOpenOrder, rememberOpenOrder } from './open-order.ts';
import { failureTexts, ReadableError } from '@comet/texts';
import type { Order } from './order.ts';

export type PaymentMethod = NonNullable<Order['method']>;

/**
 * Opens the provider's checkout for an order and tells how the person left it. Pressing twice opens the same checkout, since
 * an order has only one. No Idempotency-Key: it would bring back the open checkout of an order that another tab has paid.
 */
export async function pay(orderId: string, method: PaymentMethod): Promise<'completed' | 'closed'> {
  const { order } = await call(api.payOrder, {
    params: { id: orderId },
    body: { method },
  });
  if (order.checkout === null) throw new ReadableError(failureTexts.paymentNotStarted);
  rememberOpenOrder(order.id);
  const { checkout } = order;
  if (checkout.provider === 'coingate') return leaveFor(checkout.paymentUrl);
  const end = await openCheckout({
    ...checkout,
    method: method === 'paypal' ? method : 'card',
    openSheet: (leave) => openSheet(order, leave),
  });
  if (end === 'closed') forgetOpenOrder(order.id);
  return end;
}

/**
 * Goes to a page of the provider's, which leads back to the order. Resolves only if the user returns by the browser's button to this very
 * page, kept as it was left.
 */
function leaveFor(address: string): Promise<'closed'> {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve('closed'), { once: true });
  });
}
