import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activeUntilOf, type Period } from './service-lifecycle.ts';

const at = (text: string) => new Date(`${text}T00:00:00.000Z`);
const bought = (day: string, months: number, refunded: string | null = null): Period => ({
  months,
  boughtAt: at(day),
  refundedAt: refunded === null ? null : at(refunded),
});

test('adds an extension to the end, however early it is bought', () => {
  const periods = [bought('2026-11-21', 1), bought('2026-11-22', 6)];
  expect(activeUntilOf(periods, at('2026-11-21'))).toEqual(at('2027-06-21'));
});

test('begins an extension after the end at its purchase', () => {
  const periods = [bought('2026-11-21', 1), bought('2027-02-01', 1)];
  expect(activeUntilOf(periods, at('2026-11-21'))).toEqual(at('2027-03-01'));
});

test('starts the period of a service when an address is assigned, not at the payment', () => {
  expect(activeUntilOf([bought('2026-11-21', 1)], at('2026-12-01'))).toEqual(at('2027-01-01'));
});

test('ignores refunded purchases and returns nothing when none remain', () => {
  const periods = [bought('2026-11-21', 1), bought('2026-11-22', 6, '2026-11-30')];
  expect(activeUntilOf(periods, at('2026-11-21'))).toEqual(at('2026-12-21'));
  expect(activeUntilOf([bought('2026-11-21', 1, '2026-11-22')], at('2026-11-21'))).toBeNull();
});

test('the order of periods makes no difference, and a further period never shortens the total', () => {
  const day = fc.integer({ min: 0, max: 900 });
  const period = fc.record({
    months: fc.constantFrom(1, 6, 12),
    boughtAt: day.map((days) => new Date(at('2026-11-21').getTime() + days * 86_400_000)),
    refundedAt: fc.constant(null),
  });
  // No two orders have the same payment time.
  const history = fc.uniqueArray(period, { minLength: 1, selector: ({ boughtAt }) => boughtAt.getTime() });
  const histories = history.chain((periods) =>
    fc.tuple(fc.constant(periods), fc.shuffledSubarray(periods, { minLength: periods.length })),
  );
  fc.assert(
    fc.property(histories, ([periods, shuffled]) => {
      const until = activeUntilOf(periods, at('2026-11-21'));
      expect(activeUntilOf(shuffled, at('2026-11-21'))).toEqual(until);
      const fewer = activeUntilOf(periods.slice(1), at('2026-11-21'));
      expect(until !== null && (fewer === null || fewer <= until)).toBe(true);
    }),
  );
});
