import { minorUnits } from './decimal.ts';
import { unitsOf, wasPaid } from './orders/order-response.ts';
import { refunded } from './refunds/refund.ts';
import type { CoingateState } from './state.ts';

/** Amounts of one order in minor units of its price currency. Late and excess payments are not included. */
export interface CoingateEntry {
  readonly id: number;
  readonly order_id: string;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: 0;
}

/** Returns an entry for every paid order. */
export function coingateLedger(state: CoingateState): CoingateEntry[] {
  return Object.values(state.orders)
    .filter(wasPaid)
    .map((order) => ({
      id: order.id,
      order_id: order.orderId,
      currency: order.priceCurrency,
      captured: minorUnits(unitsOf(order.priceAmount)),
      refunded: minorUnits(refunded(order)),
      charged_back: 0,
    }));
}
