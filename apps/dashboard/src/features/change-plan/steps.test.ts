import { expect, it } from 'vitest';
import type { Plan } from '../subscription/index.ts';
import { cheaperPlan, longerPlans, searchOf, stepBefore, stepOf } from './steps.ts';

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

it('offers longer plans only, and of these the one that costs least a month', () => {
  const month = { months: 1, planId: '1-months' };
  expect(longerPlans(plans, month).map(({ months }) => months)).toEqual([12, 24]);
  expect(cheaperPlan(plans, month)?.plan.months).toBe(24);
  expect(cheaperPlan(plans, { months: 24, planId: '24-months' })).toBeNull();
});

it('has an address for each step, and the first for any other', () => {
  for (const name of ['offer', 'effect'] as const)
    expect(stepOf(searchOf({ name, reason: 'unused' }))).toEqual({ name, reason: 'unused' });
  for (const reason of [null, 'longer', 'price'] as const)
    expect(stepOf(searchOf({ name: 'reason', reason }))).toEqual({ name: 'reason', reason });
  expect(stepOf({ step: 'effect' })).toEqual({ name: 'reason', reason: null });
  expect(stepOf({ step: 'effect', reason: 'longer' })).toEqual({ name: 'reason', reason: 'longer' });
  expect(stepOf({ step: 'done', reason: 'price' })).toEqual({ name: 'reason', reason: 'price' });
});

it('goes back step by step and keeps the reason, until it is done', () => {
  expect(stepBefore({ name: 'effect', reason: 'price' })).toEqual({ name: 'offer', reason: 'price' });
  expect(stepBefore({ name: 'offer', reason: 'price' })).toEqual({ name: 'reason', reason: 'price' });
  expect(stepBefore({ name: 'done' })).toBeNull();
});
