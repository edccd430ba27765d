import { expect, test } from 'vitest';
import type { Subscription } from '../subscription/index.ts';
import type { Order } from './order.ts';
import { purchaseRows } from './purchase-rows.ts';

const money = (amount: number) => ({ amount, currency: 'USD' });
const order = {
  number: 'CV-7K3M9Q',
  item: { kind: 'subscription', planId: '12-months', months: 12 },
  lines: [
    { kind: 'plan', quantity: 12, amount: money(14388) },
    { kind: 'free_months', quantity: 1, amount: money(0) },
  ],
  tax: null,
  total: money(5988),
} as unknown as Order;
const subscription = {
  planId: '12-months',
  activeUntil: '2027-12-24T12:00:00.000Z',
  nextPayment: { amount: money(5988), at: '2027-12-24T12:00:00.000Z' },
} as Subscription;

const number = ['Order', 'CV-7K3M9Q'];
const plan = [
  ['Plan', 'Comet, 12\u00a0months'],
  ['Included free', '1\u00a0month'],
  ['Active until', '24\u00a0December\u00a02027'],
];

test('describes a plan by period, free months and next payment', () => {
  expect(purchaseRows(order, subscription)).toEqual([
    ...plan,
    ['Next payment', '$59.88 on 24\u00a0December\u00a02027'],
    number,
  ]);
});

test('the next payment includes tax at the rate of this one, and no coupon', () => {
  const taxed = { ...order, tax: money(910), total: money(4790) };
  expect(purchaseRows(taxed, subscription)?.at(-2)?.[1]).toBe(
    '$71.26 on 24\u00a0December\u00a02027, tax included',
  );
});

test('describes free days as a separate period, and a following plan by its payment only', () => {
  const next = ['Next payment', '$59.88 on 24\u00a0December\u00a02027'];
  const trial = { ...order, lines: [{ kind: 'trial', quantity: 3, amount: money(-5988) }] } as Order;
  expect(purchaseRows(trial, subscription)?.slice(1)).toEqual([
    ['Free until', '24\u00a0December\u00a02027'],
    next,
    number,
  ]);
  const later = { ...order, item: { ...order.item, startsAt: '2027-12-24T12:00:00.000Z' } } as Order;
  expect(purchaseRows(later, subscription)).toEqual([...plan.slice(0, 2), next, number]);
});

test('prepaid and one-time purchases do not renew', () => {
  const none = ['Next payment', 'None. This doesn’t renew.'];
  expect(purchaseRows(order, { ...subscription, nextPayment: null })).toEqual([...plan, none, number]);
  const data = {
    ...order,
    item: { kind: 'residential_data', gigabytes: 10 },
    lines: [{ kind: 'residential_data', quantity: 10, amount: money(1000) }],
  } as unknown as Order;
  expect(purchaseRows(data, undefined)).toEqual([['Bought', 'Residential data, 10\u00a0GB'], none, number]);
});

test('returns nothing for a plan that the account does not have yet', () => {
  expect(purchaseRows(order, undefined)).toBeNull();
  expect(purchaseRows(order, null)).toBeNull();
  expect(purchaseRows(order, { ...subscription, planId: '1-month' })).toBeNull();
});
