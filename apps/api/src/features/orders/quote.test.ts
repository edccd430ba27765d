import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRenewalAt, quotePlan } from './quote.ts';

const yearly = {
  months: 12,
  priceAmount: 5988,
  monthlyPriceAmount: 1199,
  discountPercent: 58,
  trialDays: 0,
  freeMonths: 1,
};
const monthly = { ...yearly, months: 1, priceAmount: 1199, discountPercent: 0, trialDays: 3, freeMonths: 0 };

test('a year is quoted at its full price, less the discount, with the free month at nothing', () => {
  expect(quotePlan(yearly, { isNew: true })).toMatchObject({
    lines: [
      { kind: 'plan', quantity: 12, amount: 14388 },
      { kind: 'plan_discount', quantity: 58, amount: -8400 },
      { kind: 'free_months', quantity: 1, amount: 0 },
    ],
    total: 5988,
  });
});

test('a trial costs nothing today, and is for new customers only', () => {
  expect(quotePlan(monthly, { isNew: true })).toMatchObject({ total: 0, trialDays: 3 });
  expect(quotePlan(monthly, { isNew: false })).toMatchObject({ total: 1199, trialDays: 0 });
});

test('the lines of a quote add up to its total, which is never negative', () => {
  const plans = fc.record({
    months: fc.integer({ min: 1, max: 36 }),
    priceAmount: fc.integer({ min: 1, max: 100_000 }),
    monthlyPriceAmount: fc.integer({ min: 1, max: 10_000 }),
    discountPercent: fc.integer({ min: 0, max: 99 }),
    trialDays: fc.integer({ min: 0, max: 30 }),
    freeMonths: fc.integer({ min: 0, max: 6 }),
  });
  fc.assert(
    fc.property(plans, fc.boolean(), (plan, isNew) => {
      const quote = quotePlan(plan, { isNew });
      expect(quote.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(quote.total);
      expect(quote.total === 0 || quote.total === plan.priceAmount).toBe(true);
    }),
  );
});

test('the first renewal comes after the trial, or after the paid and the free months', () => {
  const paidAt = new Date('2026-11-21T00:00:00.000Z');
  expect(firstRenewalAt(yearly, paidAt).toISOString()).toBe('2027-12-21T00:00:00.000Z');
  expect(firstRenewalAt(monthly, paidAt).toISOString()).toBe('2026-11-24T00:00:00.000Z');
});
