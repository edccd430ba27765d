import type { Adjustment, Transaction } from '@paddle/paddle-node-sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesFor, refundableOf } from './refundable.ts';

const payment = (grandTotal: number, ...lines: readonly number[]): Pick<Transaction, 'details'> =>
  ({
    details: {
      totals: { grandTotal: String(grandTotal) },
      lineItems: lines.map((total, index) => ({ id: `line_${index}`, totals: { total: String(total) } })),
    },
  }) as unknown as Pick<Transaction, 'details'>;
const adjusted = (
  total: number,
  more: { readonly action?: string; readonly status?: string; readonly itemId?: string } = {},
): Adjustment =>
  ({
    ...{ action: 'refund', status: 'approved', ...more },
    totals: { total: String(total) },
    items: [{ itemId: more.itemId ?? 'line_0', totals: { total: String(total) } }],
  }) as unknown as Adjustment;

test('leaves of a payment what no refund or chargeback has returned', () => {
  const left = (...adjustments: readonly Adjustment[]) => refundableOf(payment(5988, 5988), adjustments).left;
  expect(left()).toBe(5988);
  expect(left(adjusted(1000), adjusted(500, { status: 'pending_approval' }))).toBe(4488);
  expect(left(adjusted(5988, { action: 'chargeback' }))).toBe(0);
  expect(left(adjusted(1000, { status: 'rejected' }))).toBe(5988);
  expect(left(adjusted(5988, { action: 'chargeback', status: 'reversed' }))).toBe(5988);
  expect(left(adjusted(1000, { action: 'chargeback_warning' }))).toBe(5988);
});

test('a credit lowers its line and leaves the payment', () => {
  expect(
    refundableOf(payment(500, 300, 400), [adjusted(100, { action: 'credit', itemId: 'line_1' })]),
  ).toEqual({
    ...{ paid: 500, left: 500 },
    lines: [
      { itemId: 'line_0', amount: 300 },
      { itemId: 'line_1', amount: 300 },
    ],
  });
});

test('distributes every amount over the lines exactly, or not at all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5000), { maxLength: 4 }),
      fc.integer({ min: 1, max: 20_000 }),
      (held, amount) => {
        const lines = held.map((each, index) => ({ itemId: `line_${index}`, amount: each }));
        const taken = linesFor(amount, lines);
        const sum = held.reduce((total, each) => total + each, 0);
        expect(taken === null).toBe(amount > sum);
        if (taken === null) return;
        expect(taken.reduce((total, each) => total + each.amount, 0)).toBe(amount);
        for (const { itemId, amount: part } of taken)
          expect(part).toBeLessThanOrEqual(lines.find((line) => line.itemId === itemId)?.amount ?? 0);
      },
    ),
  );
});
