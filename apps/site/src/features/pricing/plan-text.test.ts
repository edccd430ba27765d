import { expect, test } from 'vitest';
import { plans } from '../catalogue/index.ts';
import { freeMonthsNote, planText } from './plan-text.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const yearly = {
  months: 12,
  price: usd(5988),
  monthlyPrice: usd(499),
  discountPercent: 58,
  trialDays: 0,
  freeMonths: 1,
};
const monthly = {
  months: 1,
  price: usd(1199),
  monthlyPrice: usd(1199),
  discountPercent: 0,
  trialDays: 3,
  freeMonths: 0,
};

test('a long plan states today’s charge, the period with its free months, and the renewal', () => {
  expect(planText(yearly)).toEqual({
    length: '12\u00a0months',
    monthlyPrice: '$4.99',
    offer: 'Save 58%',
    paidToday: 'You pay $59.88 today for 13\u00a0months, renews at $59.88',
    renewal: 'Renews every 12\u00a0months. Cancel anytime.',
    action: 'Get 12\u00a0months + 1 free',
  });
});

test('a monthly plan starts with its free days', () => {
  expect(planText(monthly)).toMatchObject({
    length: '1\u00a0month',
    offer: 'First 3\u00a0days free',
    paidToday: 'You pay nothing today, then $11.99 a\u00a0month after 3\u00a0days',
    renewal: 'Renews every month. Cancel anytime.',
    action: 'Start 3\u00a0days free',
  });
});

test('a plan without free days or months states its price and renewal only', () => {
  expect(planText({ ...monthly, trialDays: 0 })).toMatchObject({
    offer: null,
    paidToday: 'You pay $11.99 today, renews at $11.99',
    action: 'Get 1\u00a0month',
  });
  expect(planText({ ...yearly, freeMonths: 0 })).toMatchObject({
    paidToday: 'You pay $59.88 today for 12\u00a0months, renews at $59.88',
    action: 'Get 12\u00a0months',
  });
});

test('one note explains the monthly price that includes the free months', () => {
  const twoYears = { ...yearly, months: 24, price: usd(8376), freeMonths: 3 };
  expect(freeMonthsNote([monthly, yearly, twoYears])).toBe(
    'Prices per month don’t count the free months. With them, you pay $4.61 a\u00a0month on the 12-month plan and $3.10 a\u00a0month on the 24-month plan.',
  );
  expect(freeMonthsNote([monthly])).toBeNull();
});

test('the figures of the stored plans are consistent', () => {
  const [first] = plans;
  for (const { months, price, monthlyPrice, fullPrice, discountPercent } of plans) {
    expect(Math.round(price.amount / months)).toBe(monthlyPrice.amount);
    expect(fullPrice.amount).toBe((first?.monthlyPrice.amount ?? 0) * months);
    expect(Math.floor((1 - price.amount / fullPrice.amount) * 100)).toBe(discountPercent);
  }
});
