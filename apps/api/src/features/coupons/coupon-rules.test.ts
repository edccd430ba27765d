import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reductionOf, refusalReason } from './coupon-rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const coupon = {
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  userLimit: null,
  firstPurchaseOnly: false,
  plans: [],
};
const use = { planId: '12-months', isNew: false, uses: { all: 7, own: 1 }, now };

test('accepts a coupon without limits for every customer at any time', () => {
  expect(refusalReason(coupon, use)).toBeNull();
});

test.each([
  [{ startsAt: new Date(now.getTime() + 1) }, 'coupon_not_begun'],
  [{ startsAt: now }, null],
  [{ endsAt: now }, 'coupon_ended'],
  [{ endsAt: new Date(now.getTime() + 1) }, null],
  [{ totalLimit: 7 }, 'coupon_used_up'],
  [{ totalLimit: 8 }, null],
  [{ userLimit: 1 }, 'coupon_used'],
  [{ userLimit: 2 }, null],
  [{ totalLimit: 7, userLimit: 1 }, 'coupon_used'],
  [{ plans: ['24-months'] }, 'coupon_other_plan'],
  [{ plans: ['24-months', '12-months'] }, null],
  [{ firstPurchaseOnly: true }, 'coupon_first_purchase'],
])('%j: %s', (bounds, refusal) => {
  expect(refusalReason({ ...coupon, ...bounds }, use)).toBe(refusal);
});

test('accepts a first-purchase coupon for a first purchase', () => {
  expect(refusalReason({ ...coupon, firstPurchaseOnly: true }, { ...use, isNew: true })).toBeNull();
});

test('keeps the reduction between zero and the price, growing with the percentage', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 99 }), (amount, percent) => {
      const off = reductionOf({ percent, amount: null }, amount);
      expect(off >= 0 && off <= amount).toBe(true);
      expect(reductionOf({ percent: percent + 1, amount: null }, amount)).toBeGreaterThanOrEqual(off);
    }),
  );
  expect(reductionOf({ percent: 50, amount: null }, 1199)).toBe(600);
  expect(reductionOf({ percent: null, amount: 500 }, 1199)).toBe(500);
  expect(reductionOf({ percent: null, amount: 5000 }, 1199)).toBe(1199);
});
