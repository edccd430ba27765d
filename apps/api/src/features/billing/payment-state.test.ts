import { expect, test } from 'vitest';
import type { PaymentAdjusted, ProviderEvent } from '../subscription/index.ts';
import { paymentStateOf } from './payment-state.ts';

const payment = { transactionId: 'txn_1', amount: 5988, isReturned: false };
const adjusted = (id: string, more: Partial<PaymentAdjusted>): ProviderEvent => ({
  type: 'payment_adjusted',
  at: '2026-12-01T00:00:00.000Z',
  transactionId: 'txn_1',
  subscriptionId: 'sub_1',
  adjustmentId: id,
  action: 'refund',
  status: 'approved',
  isWhole: false,
  amount: 1000,
  tax: 0,
  currency: 'USD',
  ...more,
});
const chargeback = { action: 'chargeback', amount: 5988 } as const;

test.each([
  ['no adjustment', [], 'paid', 0],
  ['a pending refund', [adjusted('a', { status: 'pending' })], 'refund_pending', 0],
  ['a rejected refund', [adjusted('a', { status: 'rejected' })], 'refund_rejected', 0],
  ['a partial refund', [adjusted('a', {})], 'partly_refunded', 1000],
  [
    'a partial refund, and a pending one',
    [adjusted('a', {}), adjusted('b', { status: 'pending' })],
    'refund_pending',
    1000,
  ],
  ['a full refund', [adjusted('a', { isWhole: true, amount: 5988 })], 'refunded', 5988],
  ['a dispute', [adjusted('a', chargeback)], 'disputed', 5988],
  [
    'a reversed dispute',
    [adjusted('a', chargeback), adjusted('b', { action: 'chargeback_reversal', amount: 5988 })],
    'paid',
    0,
  ],
  ['a refund of another payment', [adjusted('a', { transactionId: 'txn_2' })], 'paid', 0],
] as const)('after %s', (_what, events, state, givenBack) => {
  expect(paymentStateOf(payment, events)).toMatchObject({ state, givenBack });
  expect(paymentStateOf(payment, [...events, ...events].toReversed())).toMatchObject({ state, givenBack });
});

test.each([
  ['paid', [], 'returning'],
  ['requested', [adjusted('a', { status: 'pending' })], 'returning'],
  ['partly refunded', [adjusted('a', {})], 'returning'],
  ['refunded', [adjusted('a', { isWhole: true, amount: 5988 })], 'refunded'],
  ['declined', [adjusted('a', { status: 'rejected' })], 'refund_rejected'],
] as const)('of a payment without a plan, %s', (_what, events, state) => {
  expect(paymentStateOf({ ...payment, isReturned: true }, events).state).toBe(state);
});
