import { expect, it } from 'vitest';
import { agreedPriceOf, isBeyond, keptPrice } from './settings.ts';

const dollar = { amount: 100, currency: 'USD' };

it.each([
  ['the same', dollar, false],
  ['a lower one', { ...dollar, amount: 99 }, false],
  ['one that has risen by a cent', { ...dollar, amount: 101 }, true],
  ['a lower one in another currency', { amount: 1, currency: 'EUR' }, true],
])('of a price that was agreed to, %s is beyond it: %o %s', (_what, price, isSo) => {
  expect(isBeyond(price, dollar)).toBe(isSo);
});

it('a choice made while none was sold has no agreed price', () => {
  expect(isBeyond(dollar, null)).toBe(false);
});

it('a price is kept as it is, and so is that there was none', () => {
  for (const price of [dollar, null]) expect(agreedPriceOf(keptPrice(price))).toEqual(price);
});
