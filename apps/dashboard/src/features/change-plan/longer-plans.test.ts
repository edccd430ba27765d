import { expect, it } from 'vitest';
import type { Plan } from '../subscription/index.ts';
import { longerPlans, longerPlanText } from './longer-plans.ts';

const plan = (months: number, monthly: number): Plan => ({
  id: `${months}-months`,
  months,
  price: { amount: monthly * months, currency: 'USD' },
  monthlyPrice: { amount: monthly, currency: 'USD' },
  fullPrice: { amount: 1199 * months, currency: 'USD' },
  discountPercent: 0,
  trialDays: 0,
  trialAvailable: false,
  freeMonths: 0,
});
const plans = [plan(1, 1199), plan(12, 499), plan(24, 349)];

it('offers longer plans only', () => {
  expect(longerPlans(plans, { months: 1 }).map(({ months }) => months)).toEqual([12, 24]);
  expect(longerPlans(plans, { months: 24 })).toEqual([]);
});

it.each([
  [
    { months: 12, discountPercent: 58, freeMonths: 1 },
    0,
    'Save 58%. 1\u00a0free\u00a0month is added to the 12\u00a0months you pay for.',
  ],
  [
    { months: 24, discountPercent: 70, freeMonths: 3 },
    1,
    'Save 70%. 2\u00a0free\u00a0months are added: this plan comes with 3, and you’ve had 1.',
  ],
  [{ months: 24, discountPercent: 70, freeMonths: 3 }, 3, 'Save 70%.'],
  [{ months: 12, discountPercent: 0, freeMonths: 0 }, 0, ''],
])('explains the free months of %o after %i', (plan, given, text) => {
  expect(longerPlanText(plan, given)).toBe(text);
});
