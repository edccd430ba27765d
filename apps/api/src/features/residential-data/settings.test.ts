import { expect, it } from 'vitest';
import { agreedPriceOf, exceedsAgreedPrice, agreedPriceColumns } from './settings.ts';

const dollar = { amount: 100, currency: 'USD' };

it.each([
  ['the same', dollar, false],
  ['a lower one', { ...dollar, amount: 99 }, false],
  ['one that is a cent higher', { ...dollar, amount: 101 }, true],
  ['a lower one in another currency', { amount: 1, currency: 'EUR' }, true],
])('whether %s exceeds the agreed price: %o %s', (_what, price, isSo) => {
  expect(exceedsAgreedPrice(price, dollar)).toBe(isSo);
});

it('settings without a price on sale have no agreed price', () => {
  expect(exceedsAgreedPrice(dollar, null)).toBe(false);
});

it('stores an agreed price, or none, unchanged', () => {
  for (const price of [dollar, null]) expect(agreedPriceOf(agreedPriceColumns(price))).toEqual(price);
});
