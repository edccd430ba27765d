import { expect, test } from 'vitest';
import { planText } from './plan-text.ts';

const plan = {
  months: 12,
  price: { amount: 5988, currency: 'USD' },
  discountPercent: 58,
  trialDays: 0,
  trialAvailable: false,
  freeMonths: 1,
};

test('a long plan shows the charged amount and its free months', () => {
  expect(planText(plan)).toEqual({
    length: '12 months',
    charged: '$59.88 today for 13 months',
    notes: ['1 month free', 'Save 58%'],
  });
});

test('a monthly plan shows the monthly charge and its free days', () => {
  const monthly = { ...plan, months: 1, discountPercent: 0, trialDays: 3, freeMonths: 0 };
  expect(planText(monthly)).toEqual({
    length: '1 month',
    charged: '$59.88 billed monthly',
    notes: ['First 3 days free'],
  });
});
