import { expect, it } from 'vitest';
import type { Plan } from '../subscription/index.ts';
import { longerPlans } from './longer-plans.ts';

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
