import { expect, test } from 'vitest';
import type { Order } from './order.ts';
import { withTotals } from './pay.tsx';

const money = (amount: number) => ({ amount, currency: 'USD' });
const order = {
  total: money(5988),
  tax: null,
  renewal: { amount: money(5988), at: '2027-12-24T12:00:00.000Z' },
} as Order;

test('today’s total and the renewal include the tax of the customer’s country, and the renewal date is ours', () => {
  expect(withTotals(order, { currency: 'USD', today: 7126, renewal: 7126 })).toMatchObject({
    tax: money(1138),
    total: money(7126),
    renewal: { amount: money(7126), at: order.renewal?.at },
  });
});

test('states that an order has no tax, and leaves one in another currency unchanged', () => {
  expect(withTotals(order, { currency: 'USD', today: 5988, renewal: 5988 })).toEqual({
    ...order,
    tax: money(0),
  });
  expect(withTotals(order, { currency: 'EUR', today: 7126, renewal: 7126 })).toBe(order);
});

test('adds no renewal to a one-time purchase', () => {
  const once = { ...order, renewal: null };
  expect(withTotals(once, { currency: 'USD', today: 5988, renewal: 5988 }).renewal).toBeNull();
  expect(withTotals(order, { currency: 'USD', today: 5988, renewal: null }).renewal).toEqual(order.renewal);
});
