import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentAdjusted, ProviderEvent } from '../../subscription/index.ts';
import { ledgerPostingsOf } from './ledger-postings.ts';

const paid = (transactionId: string, amount = 5988): ProviderEvent => ({
  type: 'payment_completed',
  at: '2026-11-21T12:00:00.000Z',
  transactionId,
  subscriptionId: 'sub_1',
  priceIds: ['pri_1'],
  amount,
  tax: 998,
  currency: 'USD',
  period: null,
  method: { kind: 'card', lastDigits: '4242' },
});
const adjusted = (more: Partial<PaymentAdjusted> = {}): ProviderEvent => ({
  type: 'payment_adjusted',
  at: '2026-12-01T00:00:00.000Z',
  transactionId: 'txn_1',
  subscriptionId: 'sub_1',
  adjustmentId: 'adj_1',
  action: 'refund',
  status: 'approved',
  isWhole: false,
  amount: 1000,
  tax: 100,
  currency: 'USD',
  ...more,
});
const sums = (events: readonly ProviderEvent[]) =>
  ledgerPostingsOf(events).map(({ kind, reference, amount, tax }) => [kind, reference, amount, tax]);

test('records payments once and refunds as negative amounts', () => {
  expect(sums([paid('txn_1'), paid('txn_1'), adjusted()])).toEqual([
    ['payment', 'txn_1', 5988, 998],
    ['refund', 'adj_1', -1000, -100],
  ]);
});

test('records nothing for pending or rejected adjustments and trials', () => {
  const pending = adjusted({ status: 'pending' });
  const rejected = adjusted({ status: 'rejected', at: '2026-12-02T00:00:00.000Z' });
  expect(sums([paid('txn_1', 0), pending, rejected])).toEqual([]);
});

test('keeps a refund in the inbox until its payment arrives', () => {
  expect(sums([adjusted()])).toEqual([]);
  expect(sums([adjusted(), paid('txn_1')])).toHaveLength(2);
});

test('a reversed chargeback yields two movements with a sum of zero', () => {
  const dispute = adjusted({ action: 'chargeback', adjustmentId: 'adj_2' });
  const reversed = { ...dispute, status: 'reversed' } as ProviderEvent;
  const reversal = adjusted({ action: 'chargeback_reversal', adjustmentId: 'adj_3' });
  expect(sums([paid('txn_1'), reversed, dispute, reversal])).toEqual([
    ['payment', 'txn_1', 5988, 998],
    ['chargeback', 'adj_2', -1000, -100],
    ['chargeback_reversal', 'adj_3', 1000, 100],
  ]);
});

test('order and repetition of events make no difference', () => {
  const events = [
    paid('txn_1'),
    paid('txn_2', 1199),
    adjusted({ status: 'pending' }),
    adjusted({ at: '2026-12-02T00:00:00.000Z' }),
    adjusted({ adjustmentId: 'adj_2', action: 'chargeback', transactionId: 'txn_2' }),
  ];
  const plain = new Set(sums(events).map(String));
  const shuffled = fc.shuffledSubarray([...events, ...events, ...events], { minLength: 15 });
  fc.assert(
    fc.property(shuffled, (arrived) => {
      const booked = sums(arrived).map(String);
      expect([booked.length, new Set(booked)]).toEqual([4, plain]);
    }),
  );
});
