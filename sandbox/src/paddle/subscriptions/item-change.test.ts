import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atRate, remainingRate } from './item-change.ts';

const START = Date.parse('2026-11-01T00:00:00Z');

test('the remaining and the elapsed rate sum to one, and a credit never exceeds its price', () => {
  const moment = fc.integer({ min: 0, max: 60 * 86_400 });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 100_000 }), (second, price) => {
      const period = { starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' };
      const rate = remainingRate(period, new Date(START + second * 1000));
      expect(Number(rate)).toBeCloseTo(Math.max(0, 1 - second / (30 * 86_400)), 10);
      expect(atRate(price, rate)).toBeGreaterThanOrEqual(0);
      expect(atRate(price, rate)).toBeLessThanOrEqual(price);
    }),
  );
});
