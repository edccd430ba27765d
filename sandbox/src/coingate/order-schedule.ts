import type { Schedule } from '../platform/schedule.ts';
import { expire, expiresAt } from './orders/payment.ts';
import type { CoingateContext } from './context.ts';

/** An order that expires. */
export interface OrderEvent {
  readonly at: Date;
  readonly orderId: number;
  readonly kind: 'expiry';
}

/** Schedule of open orders' expiry. */
export function orderSchedule(context: CoingateContext): Schedule<OrderEvent> {
  return {
    next() {
      let first: OrderEvent | null = null;
      for (const order of Object.values(context.state.orders)) {
        const at = expiresAt(order);
        if (at !== null && (first === null || at < first.at))
          first = { at, orderId: order.id, kind: 'expiry' };
      }
      return first;
    },
    execute(due) {
      const order = context.state.orders[due.orderId];
      if (order !== undefined) expire(context, order);
    },
  };
}
