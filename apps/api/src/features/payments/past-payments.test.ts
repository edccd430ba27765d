import { expect, test } from 'vitest';
import type { ProviderEvent } from '../subscription/index.ts';
import { pastPaymentsOf } from './past-payments.ts';

const paid = (transactionId: string, at: string, amount = 5988): ProviderEvent => ({
  type: 'payment_completed',
  at,
  transactionId,
  subscriptionId: 'sub_1',
  priceIds: ['pri_1'],
  amount,
  tax: 998,
  currency: 'USD',
  period: null,
  method: { kind: 'card', lastDigits: '4242' },
});
const givenBack = (transactionId: string): ProviderEvent => ({
  type: 'payment_refunded',
  at: '2026-12-01T00:00:00.000Z',
  transactionId,
  subscriptionId: 'sub_1',
});

test('each payment is kept once, with its day, its tax and whether it was given back', () => {
  const events = [
    paid('txn_1', '2026-11-21T23:59:59.000Z'),
    paid('txn_1', '2026-11-21T23:59:59.000Z'),
    paid('txn_2', '2027-11-21T00:00:00.000Z'),
    givenBack('txn_2'),
  ];
  const row = { amount: 5988, tax: 998, currency: 'USD' };
  expect(pastPaymentsOf(events)).toEqual([
    { ...row, paidOn: '2026-11-21', refunded: false },
    { ...row, paidOn: '2027-11-21', refunded: true },
  ]);
});

test('nothing that is kept names a transaction, a subscription or a card', () => {
  const kept = JSON.stringify(pastPaymentsOf([paid('txn_1', '2026-11-21T12:00:00.000Z')]));
  expect(kept).not.toMatch(/txn_|sub_|4242|12:00/);
});

test('a trial has paid nothing', () => {
  expect(pastPaymentsOf([paid('txn_1', '2026-11-21T12:00:00.000Z', 0)])).toEqual([]);
});
