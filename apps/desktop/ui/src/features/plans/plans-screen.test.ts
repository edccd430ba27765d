import { expect, test } from 'vitest';
import { firstChosen, planRow, type Plan } from './plans-screen.tsx';

const dollars = (amount: number) => ({ amount, currency: 'USD' });
const monthly: Plan = {
  id: 'm1',
  months: 1,
  value: dollars(1199),
  monthly: dollars(1199),
  discountPercent: 0,
  trialDays: 7,
  monthsFree: 0,
};
const yearly: Plan = {
  ...monthly,
  id: 'm12',
  months: 12,
  value: dollars(5988),
  monthly: dollars(499),
  discountPercent: 58,
  trialDays: 0,
  monthsFree: 1,
};

test('a row shows the monthly price and the amount due now', () => {
  expect(planRow(yearly, { isNew: true })).toEqual({
    value: 'm12',
    title: '12 months',
    detail: '1 month free, save 58%',
    figure: '$4.99',
    figureDetail: 'a month, $59.88 today',
  });
});

test('offers free days to new customers only', () => {
  expect(planRow(monthly, { isNew: true }).detail).toBe('First 7 days free, then monthly');
  expect(planRow(monthly, { isNew: false })).not.toHaveProperty('detail');
});

test('selects the yearly plan by default when it exists', () => {
  expect(firstChosen([monthly, yearly])).toBe('m12');
  expect(firstChosen([monthly])).toBe('m1');
  expect(firstChosen([])).toBeNull();
});
