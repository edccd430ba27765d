import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { CheckoutSheet, CheckoutTotals } from '../../platform/paddle.ts';
import type { Order } from './order.ts';
import { PaymentSheet } from './payment-sheet.tsx';
import { withTotals } from './with-totals.ts';

const frameTarget = 'payment-frame';

/** Opens the payment sheet of an order. It is in the page when this returns, so that the provider finds the place of its frame. */
export function openSheet(order: Order, onClose: () => void): CheckoutSheet {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (shown: Order) =>
    flushSync(() => root.render(<PaymentSheet order={shown} frameTarget={frameTarget} onClose={onClose} />));
  draw(order);
  return {
    frameTarget,
    show: (totals: CheckoutTotals) => draw(withTotals(order, totals)),
    remove() {
      root.unmount();
      place.remove();
    },
  };
}
