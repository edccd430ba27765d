import type { Calendar } from '../platform/calendar.ts';
import { expire, expiresAt } from './orders/payment.ts';
import type { CoingateContext } from './context.ts';

/** An order that expires. */
export interface OrderDue {
  readonly at: Date;
  readonly orderId: number;
  readonly kind: 'expiry';
}

/** Calendar of open orders' expiry. */
export function orderCalendar(context: CoingateContext): Calendar<OrderDue> {
  return {
    next() {
      let first: OrderDue | null = null;
      for (const order of Object.values(context.state.orders)) {
        const at = expiresAt(order);
        if (at !== null && (first === null || at < first.at))
          first = { at, orderId: order.id, kind: 'expiry' };
      }
      return first;
    },
    happen(due) {
      const order = context.state.orders[due.orderId];
      if (order !== undefined) expire(context, order);
    },
  };
}
