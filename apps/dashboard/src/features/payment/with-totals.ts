import type { CheckoutTotals } from '../../platform/paddle.ts';
import type { Order } from './order.ts';

/** An order with the provider's tax for the customer's country, in today's total and in the renewal's. */
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
