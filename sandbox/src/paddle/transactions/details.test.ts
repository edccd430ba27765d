import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BilledItem, detailsOf } from './details.ts';

const AT = '2026-11-21T00:00:00.000Z';

function item(cents: number, quantity: number, free = false): BilledItem {
  return {
    lineId: 'txnitm_1',
    quantity,
    free,
    proration: null,
    product: {
      id: 'pro_1',
      name: 'Plan',
      tax_category: 'saas',
      status: 'active',
      created_at: AT,
      updated_at: AT,
    },
    price: {
      id: 'pri_1',
      product_id: 'pro_1',
      description: 'Plan',
      type: 'standard',
      tax_mode: 'account_setting',
      unit_price: { amount: String(cents), currency_code: 'USD' },
      unit_price_overrides: [],
      quantity: { minimum: 1, maximum: 100 },
      status: 'active',
      created_at: AT,
      updated_at: AT,
    },
  };
}

const items = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 50 }), fc.boolean())
    .map(([cents, quantity, free]) => item(cents, quantity, free)),
  { minLength: 1, maxLength: 5 },
);
const discount = fc.option(
  fc.record({
    type: fc.constantFrom('percentage' as const, 'flat' as const, 'flat_per_seat' as const),
    amount: fc.integer({ min: 0, max: 100 }).map(String),
  }),
);

describe('detailsOf', () => {
  test('lines sum to the totals, and no discount exceeds its line', () => {
    fc.assert(
      fc.property(items, discount, fc.boolean(), (billed, off, paid) => {
        const { totals, line_items: lines } = detailsOf(billed, off, { paid, credit: 0 });
        const sum = (key: 'subtotal' | 'discount' | 'total'): number =>
          lines.reduce((total, line) => total + Number(line.totals?.[key]), 0);
        for (const key of ['subtotal', 'discount', 'total'] as const) {
          expect(Number(totals?.[key])).toBe(sum(key));
        }
        for (const line of lines) {
          expect(Number(line.totals?.discount)).toBeLessThanOrEqual(Number(line.totals?.subtotal));
          expect(Number(line.totals?.total)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('a flat discount applies in full up to the sum of the lines', () => {
    const { totals } = detailsOf(
      [item(333, 1), item(333, 1), item(334, 1)],
      { type: 'flat', amount: '100' },
      { paid: false, credit: 0 },
    );
    expect(totals).toMatchObject({ subtotal: '1000', discount: '100', total: '900', balance: '900' });
  });

  test('a paid transaction has no balance, and fee and earnings sum to the total', () => {
    fc.assert(
      fc.property(items, discount, (billed, off) => {
        const { totals } = detailsOf(billed, off, { paid: true, credit: 0 });
        expect(totals?.balance).toBe('0');
        expect(Number(totals?.fee) + Number(totals?.earnings)).toBe(Number(totals?.total));
      }),
    );
  });

  test('a credit is used first, at most up to the amount due', () => {
    const sums = (credit: number) => detailsOf([item(5988, 1)], null, { paid: false, credit }).totals;
    expect(sums(600)).toMatchObject({ total: '5988', credit: '600', grand_total: '5388', balance: '5388' });
    expect(sums(6000)).toMatchObject({ credit: '5988', credit_to_balance: '12', grand_total: '0' });
  });
});
