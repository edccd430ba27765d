import type { Calendar } from '../platform/calendar.ts';
import { expire, expiresAt } from './orders/payment.ts';
import type { CoingateWorld } from './world.ts';

/** An order whose time is over. */
export interface OrderDue {
  readonly at: Date;
  readonly orderId: number;
  readonly kind: 'expiry';
}

/** When open orders expire. */
export function orderCalendar(world: CoingateWorld): Calendar<OrderDue> {
  return {
    next() {
      let first: OrderDue | null = null;
      for (const order of Object.values(world.state.orders)) {
        const at = expiresAt(order);
        if (at !== null && (first === null || at < first.at))
          first = { at, orderId: order.id, kind: 'expiry' };
      }
      return first;
    },
    happen(due) {
      const order = world.state.orders[due.orderId];
      if (order !== undefined) expire(world, order);
    },
  };
}
