import { expect, test } from 'vitest';
import { offerText } from './plan-offer.ts';

const money = { amount: 1199, currency: 'USD' };
const prices = { price: money, monthlyPrice: money, fullPrice: money };
const plan = { id: '1-month', months: 1, ...prices, discountPercent: 0, trialDays: 3, freeMonths: 0 };

test.each([
  [true, 'First 3\u00a0days free, then monthly'],
  [false, undefined],
])('the text of a plan contains free days if they are offered: %s', (trialAvailable, words) => {
  expect(offerText({ ...plan, trialAvailable })).toBe(words);
});
