import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GivenDays, type PaidPeriod, scheduleFreeDays } from './schedule-free-days.ts';

const dayMs = 24 * 3600 * 1000;
const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * dayMs);
const paid = (from: number, until: number, rest: Partial<PaidPeriod> = {}): PaidPeriod => ({
  subscription: 'one',
  from: day(from),
  until: day(until),
  boughtUntil: day(until),
  isPlanChange: false,
  isClosed: false,
  ...rest,
});
const given = (at: number, rest: Partial<GivenDays> = {}): GivenDays => ({
  id: `given at ${at}`,
  days: 30,
  at: day(at),
  takenBackAt: null,
  ...rest,
});
const endOf = (periods: readonly PaidPeriod[], days: readonly GivenDays[], subscription = 'one') =>
  scheduleFreeDays(periods, days).endOf.get(subscription);

test('adds days given during a period to its end', () => {
  expect(endOf([paid(0, 31)], [given(10)])).toEqual(day(61));
  expect(endOf([paid(0, 31)], [given(10), given(40)])).toEqual(day(91));
});

test('holds days given without a period until the next one', () => {
  expect(scheduleFreeDays([paid(0, 31)], [given(31)])).toMatchObject({ waiting: [{ days: 30 }] });
  expect(endOf([paid(0, 31)], [given(31)])).toEqual(day(31));
  const later = paid(50, 81, { subscription: 'two' });
  expect(endOf([paid(0, 31), later], [given(31)], 'two')).toEqual(day(111));
  expect(scheduleFreeDays([paid(0, 31), later], [given(31)]).waiting).toEqual([]);
});

test('moves unused days to an early renewal', () => {
  expect(endOf([paid(0, 31), paid(31, 62)], [given(10)])).toEqual(day(92));
  expect(endOf([paid(0, 31), paid(61, 92)], [given(10)])).toEqual(day(92));
});

test('carries days not credited in money over a plan change, and adds later days in full', () => {
  const changed = (from: number) => paid(from, from + 730, { isPlanChange: true });
  const credit = (price: number, at: number, until: number) => (price * (until - at)) / until;
  for (const at of [0, 100, 182.5, 364]) {
    // The unused part of a period of 365 days and 30 free days, at its price per day.
    const end = endOf([paid(0, 365), changed(at)], [given(0)]);
    const carried = ((end?.getTime() ?? 0) - day(at + 730).getTime()) / dayMs;
    const perDay = 5988 / 395;
    expect(credit(5988, at, 395) + carried * perDay).toBeCloseTo((5988 * (365 - at)) / 365 + 30 * perDay, 1);
  }
  // Only free days are left, and all of them are in the credit.
  expect(endOf([paid(0, 365), changed(380)], [given(0)])).toEqual(day(380 + 730));
  expect(endOf([paid(0, 365), changed(100)], [given(200)])).toEqual(day(100 + 730 + 30));
});

test('counts the used part of revoked days', () => {
  expect(endOf([paid(0, 31)], [given(10, { takenBackAt: day(20) })])).toEqual(day(31));
  expect(endOf([paid(0, 31)], [given(10, { takenBackAt: day(41) })])).toEqual(day(41));
  expect(endOf([paid(0, 31)], [given(10, { takenBackAt: day(70) })])).toEqual(day(61));
  expect(scheduleFreeDays([], [given(10, { takenBackAt: day(20) })]).waiting).toEqual([]);
});

test('adds no days to an ended period, and moves its days to the next one', () => {
  const refunded = paid(0, 12, { isClosed: true });
  expect(scheduleFreeDays([refunded], [given(5)]).waiting).toHaveLength(1);
  expect(endOf([refunded, paid(40, 71, { subscription: 'two' })], [given(5)], 'two')).toEqual(day(101));
});

const someGiven = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    days: fc.integer({ min: 1, max: 60 }),
    at: fc.integer({ min: 0, max: 400 }).map(day),
    takenBackAt: fc.option(fc.integer({ min: 0, max: 400 }).map(day)),
  }),
  { selector: ({ id }) => id, maxLength: 6 },
);
const somePeriods = fc
  .array(
    fc.record({
      subscription: fc.constantFrom('one', 'two', 'three'),
      from: fc.integer({ min: 0, max: 300 }).map(day),
      length: fc.integer({ min: 1, max: 90 }),
      isClosed: fc.boolean(),
      isPlanChange: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((periods) =>
    periods.map(({ length, ...period }) => ({
      ...period,
      until: new Date(period.from.getTime() + length * dayMs),
      boughtUntil: new Date(period.from.getTime() + length * dayMs),
    })),
  );

test('returns the same schedule for any order of input', () => {
  fc.assert(
    fc.property(somePeriods, someGiven, fc.nat(), (periods, days, seed) => {
      const turned = <T>(list: readonly T[]) => {
        const by = list.length === 0 ? 0 : seed % list.length;
        return [...list.slice(by), ...list.slice(0, by)].reverse();
      };
      expect(scheduleFreeDays(turned(periods), turned(days))).toEqual(scheduleFreeDays(periods, days));
    }),
  );
});

test('never adds more days than were given, and never shortens paid time', () => {
  fc.assert(
    fc.property(somePeriods, someGiven, (periods, days) => {
      const { endOf: ends, added, waiting } = scheduleFreeDays(periods, days);
      const gained = [...added.values()].reduce((sum, gain) => sum + gain, 0);
      const all = days.reduce((sum, row) => sum + row.days * dayMs, 0);
      const placed = gained + waiting.reduce((sum, row) => sum + row.days * dayMs, 0);
      expect(placed).toBeLessThanOrEqual(all);
      if (days.every(({ takenBackAt }) => takenBackAt === null)) expect(placed).toBe(all);
      const last = Math.max(...periods.map(({ until }) => until.getTime()));
      for (const end of ends.values()) expect(end.getTime()).toBeLessThanOrEqual(last + gained);
      for (const [subscription, end] of ends) {
        const own = periods.filter((period) => period.subscription === subscription);
        const begun = Math.max(...own.map(({ from }) => from.getTime()));
        for (const { from, until } of own)
          if (from.getTime() === begun) expect(end.getTime()).toBeGreaterThanOrEqual(until.getTime());
      }
      for (const row of waiting) expect(added.has(row.id)).toBe(false);
    }),
  );
});
