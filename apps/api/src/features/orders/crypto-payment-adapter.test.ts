import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cryptoFeeOf, withCryptoFee } from './crypto-payment-adapter.ts';

const quote = (total: number) => ({ lines: [{ kind: 'plan' as const, quantity: 12, amount: total }], total });

test('adds a fee of one percent for crypto on a separate line', () => {
  expect(withCryptoFee(quote(5988))).toEqual({
    lines: [
      { kind: 'plan', quantity: 12, amount: 5988 },
      { kind: 'crypto_fee', quantity: 1, amount: 60 },
    ],
    total: 6048,
  });
  expect(cryptoFeeOf(quote(5988).lines)).toBeNull();
});

test('lines add up, and the fee is 1 % rounded to the nearest cent, at least one cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (total) => {
      const { lines, total: sum } = withCryptoFee(quote(total));
      const fee = cryptoFeeOf(lines) ?? 0;
      expect(sum).toBe(total + fee);
      expect(lines.reduce((all, { amount }) => all + amount, 0)).toBe(sum);
      expect(fee).toBeGreaterThanOrEqual(1);
      if (total >= 50) expect(Math.abs(fee - total / 100)).toBeLessThanOrEqual(0.5);
    }),
  );
});
