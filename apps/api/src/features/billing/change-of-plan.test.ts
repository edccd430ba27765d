import { expect, test } from 'vitest';
import { changeRefusal } from './change-of-plan.ts';

const year = { planId: '12-months', months: 12 };
const twoYears = { planId: '24-months', months: 24 };
const month = { planId: '1-month', months: 1 };

test.each([
  ['active', year, twoYears, null],
  ['active', year, year, 'plan_unchanged'],
  ['active', year, month, 'downgrade_refused'],
  ['cancelled', twoYears, month, 'downgrade_refused'],
  ['cancelled', month, year, 'subscription_cancelled'],
  ['past_due', month, year, 'payment_due'],
  ['trialing', month, year, null],
] as const)('%s, from %o to %o: %s', (state, present, wanted, refusal) => {
  expect(changeRefusal({ ...present, state }, wanted)).toBe(refusal);
});
