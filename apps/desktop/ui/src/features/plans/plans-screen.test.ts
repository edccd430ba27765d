import { expect, test } from 'vitest';
import { plans } from '../../account-fixtures.ts';
import { firstChosen, planRow, type Plan } from './plans-screen.tsx';

function planOf(months: number): Plan {
  const found = plans.find((plan) => plan.months === months);
  if (found === undefined) throw new Error(`no plan of ${months} months`);
  return found;
}
const monthly = planOf(1);
const yearly = planOf(12);

test('a row shows the monthly price and the amount due now', () => {
  expect(planRow(yearly, { isNew: true })).toEqual({
    value: '12-months',
    title: '12\u00a0months',
    detail: '1\u00a0month free, save 58%',
    figure: '$4.99',
    figureDetail: 'a month, $59.88 today',
  });
});

test('offers free days to new customers only', () => {
  expect(planRow(monthly, { isNew: true }).detail).toBe('First 3\u00a0days free, then monthly');
  expect(planRow(monthly, { isNew: false })).not.toHaveProperty('detail');
});

test('selects the yearly plan by default when it exists', () => {
  expect(firstChosen([monthly, yearly])).toBe('12-months');
  expect(firstChosen([monthly])).toBe('1-month');
  expect(firstChosen([])).toBeNull();
});
