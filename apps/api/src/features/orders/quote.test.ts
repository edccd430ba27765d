import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRenewalAt, quoteAddress, quoteData, quotePlan } from './quote.ts';

const yearly = {
  months: 12,
  priceAmount: 5988,
  monthlyPriceAmount: 1199,
  discountPercent: 58,
  trialDays: 0,
  freeMonths: 1,
};
const monthly = { ...yearly, months: 1, priceAmount: 1199, discountPercent: 0, trialDays: 3, freeMonths: 0 };

test('quotes a year at its full price less the discount, and the free month at zero', () => {
  expect(quotePlan(yearly, { isNew: true })).toMatchObject({
    lines: [
      { kind: 'plan', quantity: 12, amount: 14388 },
      { kind: 'plan_discount', quantity: 58, amount: -8400 },
      { kind: 'free_months', quantity: 1, amount: 0 },
    ],
    total: 5988,
  });
});

test('quotes a trial at zero today, for new customers only', () => {
  expect(quotePlan(monthly, { isNew: true })).toMatchObject({ total: 0, trialDays: 3 });
  expect(quotePlan(monthly, { isNew: false })).toMatchObject({ total: 1199, trialDays: 0 });
});

test('takes a coupon off the first payment instead of the free days', () => {
  const coupon = { percent: 20, amount: null };
  const quote = quotePlan(monthly, { isNew: true, coupon });
  expect(quote).toMatchObject({ total: 959, trialDays: 0 });
  expect(quote.lines.at(-1)).toEqual({ kind: 'coupon', quantity: 20, amount: -240 });
});

test('limits the reduction of a coupon to the price', () => {
  expect(quotePlan(monthly, { isNew: false, coupon: { percent: null, amount: 5000 } }).total).toBe(0);
});

const someCoupon = fc.option(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 200_000 }) }),
  ),
);
const sumOf = (lines: readonly { readonly amount: number }[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

test('lines add up to the total, which is between zero and the price', () => {
  const plans = fc.record({
    months: fc.integer({ min: 1, max: 36 }),
    priceAmount: fc.integer({ min: 1, max: 100_000 }),
    monthlyPriceAmount: fc.integer({ min: 1, max: 10_000 }),
    discountPercent: fc.integer({ min: 0, max: 99 }),
    trialDays: fc.integer({ min: 0, max: 30 }),
    freeMonths: fc.integer({ min: 0, max: 6 }),
  });
  fc.assert(
    fc.property(plans, fc.boolean(), someCoupon, (plan, isNew, coupon) => {
      const quote = quotePlan(plan, { isNew, coupon });
      expect(sumOf(quote.lines)).toBe(quote.total);
      expect(quote.total >= 0 && quote.total <= plan.priceAmount).toBe(true);
      if (coupon !== null) expect(quote.trialDays).toBe(0);
      if (quote.trialDays > 0) expect(quote.total).toBe(0);
    }),
  );
});

test('quotes data and addresses on a single line', () => {
  const numbers = [fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 10_000 })] as const;
  fc.assert(
    fc.property(...numbers, (quantity, amount) => {
      const data = quoteData('residential_data', quantity, amount);
      expect(data).toEqual({
        lines: [{ kind: 'residential_data', quantity, amount: data.total }],
        total: data.total,
      });
      expect(data.total).toBe(quantity * amount);
      expect(sumOf(quoteAddress(quantity, amount).lines)).toBe(amount);
    }),
  );
});

test('sets the first renewal after the trial, or after the paid and free months', () => {
  const paidAt = new Date('2026-11-21T00:00:00.000Z');
  expect(firstRenewalAt(yearly, paidAt).toISOString()).toBe('2027-12-21T00:00:00.000Z');
  expect(firstRenewalAt(monthly, paidAt).toISOString()).toBe('2026-11-24T00:00:00.000Z');
});
