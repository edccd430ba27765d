import type { SubscriptionPreview } from '@paddle/paddle-node-sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from './draft-plan-change.ts';

/** The preview fields that are read, in the SDK's format. */
const preview = (grandTotal: number, tax: number, credit: number | null) =>
  ({
    immediateTransaction: {
      details: { totals: { grandTotal: String(grandTotal), tax: String(tax), credit: '0' } },
    },
    updateSummary: credit === null ? null : { credit: { amount: String(credit) } },
  }) as unknown as SubscriptionPreview;

test('charges the price of the new plan less the unused part of the old one', () => {
  expect(costOf(preview(2388, 0, 5988), 24)).toEqual({
    lines: [
      { kind: 'plan', quantity: 24, amount: 8376 },
      { kind: 'unused_time', quantity: 0, amount: -5988 },
    ],
    total: 2388,
    tax: 0,
  });
  expect(costOf(preview(8376, 0, null), 24).lines).toHaveLength(1);
});

test('lines add up to the total, and total plus tax to the charged amount', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(4000), fc.nat(9000), (charged, tax, credit) => {
      const { lines, ...cost } = costOf(preview(charged + tax, tax, credit), 12);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost.total);
      expect(cost.total + cost.tax).toBe(charged + tax);
    }),
  );
});
