import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCycle } from './billing-period.ts';

describe('addCycle', () => {
  test.each([
    ['2026-01-31T10:00:00.000Z', 'month', 1, '2026-02-28T10:00:00.000Z'],
    ['2027-12-31T23:59:59.000Z', 'month', 2, '2028-02-29T23:59:59.000Z'],
    ['2028-02-29T00:00:00.000Z', 'year', 1, '2029-02-28T00:00:00.000Z'],
    ['2026-12-30T00:00:00.000Z', 'day', 3, '2027-01-02T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', 'week', 2, '2026-12-05T00:00:00.000Z'],
  ] as const)('%s and %s times %i ends %s', (start, interval, frequency, end) => {
    expect(addCycle(new Date(start), { interval, frequency }).toISOString()).toBe(end);
  });

  test('always ends later than it starts, at the same time of day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
        fc.integer({ min: 1, max: 36 }),
        (start, interval, frequency) => {
          const end = addCycle(start, { interval, frequency });
          expect(end.getTime()).toBeGreaterThan(start.getTime());
          expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
        },
      ),
    );
  });
});
