import type { CheckoutTotals } from '../../platform/paddle.ts';
import type { Order } from './order.ts';

/** An order with what the provider has reckoned since it knows where its customer is: the tax, today and when it renews. */
export function withTotals(order: Order, { currency, today, renewal }: CheckoutTotals): Order {
  if (currency !== order.total.currency) return order;
  const money = (amount: number) => ({ amount, currency });
  const tax = today - order.total.amount;
  return {
    ...order,
    ...(tax > 0 ? { tax: money(tax), total: money(today) } : {}),
    renewal:
      order.renewal === null || renewal === null
        ? order.renewal
        : { ...order.renewal, amount: money(renewal) },
  };
}
