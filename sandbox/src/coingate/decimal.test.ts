import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPrice, formatUnits, minorUnits, parseDecimal, scaled } from './decimal.ts';

describe('amounts of CoinGate', () => {
  test.each([
    ['1229', '1229.0', '1229'],
    ['11.99', '11.99', '11.99'],
    ['0.0009822', '0.0009822', '0.0009822'],
    ['0', '0.0', '0'],
  ])('%s is a price of %s and an amount of %s', (text, price, amount) => {
    const units = parseDecimal(text);
    expect(units).not.toBeNull();
    expect(formatPrice(units ?? 0n)).toBe(price);
    expect(formatUnits(units ?? 0n)).toBe(amount);
  });

  test.each(['', '-1', '1e3', '1,5', '0.123456789', 'abc', '1.'])('%j is not an amount', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  test('a formatted amount is parsed to the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
        expect(parseDecimal(formatUnits(units))).toBe(units);
      }),
    );
  });

  test('converts to cents, rounds the customer’s amount up and the merchant’s down', () => {
    expect(minorUnits(parseDecimal('59.88') ?? 0n)).toBe(5988);
    expect([scaled(10n, 1n, 3n, 'down'), scaled(10n, 1n, 3n, 'up')]).toEqual([3n, 4n]);
  });
});
