import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from './add-months.ts';

const at = (text: string) => new Date(`${text}T10:30:00.000Z`);

test('a day that the month lacks becomes its last', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
  expect(addMonths(at('2028-01-31'), 1)).toEqual(at('2028-02-29'));
  expect(addMonths(at('2026-11-21'), 13)).toEqual(at('2027-12-21'));
});

test('adds the given number of months and never more', () => {
  const dates = fc.date({ min: at('2000-01-01'), max: at('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 60 }), (date, months) => {
      const moved = addMonths(date, months);
      const monthOf = (one: Date) => one.getUTCFullYear() * 12 + one.getUTCMonth();
      expect(moved.getTime()).toBeGreaterThan(date.getTime());
      expect(monthOf(moved) - monthOf(date)).toBe(months);
      expect(moved.getUTCHours()).toBe(date.getUTCHours());
    }),
  );
});
