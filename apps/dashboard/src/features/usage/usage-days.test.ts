import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf } from './usage-chart.tsx';
import { bytesOf, type DayUsage, daysLeftAtPace, everyDay, partOf, seriesOf } from './usage-days.ts';

const now = new Date('2026-11-22T00:30:00Z');
const words = { others: 'Others', former: 'Removed user' };
const nameOf = (id: string) => (id === 'gone' ? null : id.toUpperCase());

describe('usage by day', () => {
  it('contains each day up to today in UTC, with zero for days without records', () => {
    const known = [{ day: '2026-11-20', bytes: 7 }];
    expect(everyDay(known, 4, now)).toEqual([
      { day: '2026-11-19', bytes: 0 },
      { day: '2026-11-20', bytes: 7 },
      { day: '2026-11-21', bytes: 0 },
      { day: '2026-11-22', bytes: 0 },
    ]);
    expect(everyDay([], 90, now)).toHaveLength(90);
  });

  it('separates up to four users; of five or more the three with the most usage, and combines the others', () => {
    const day = (...users: [string, number][]): DayUsage => ({
      day: '2026-11-22',
      bytes: 0,
      users: users.map(([userId, bytes]) => ({ userId, bytes })),
    });
    const names = (usage: DayUsage) =>
      seriesOf([usage], nameOf, words).map(({ name, bytes }) => [name, bytes]);
    expect(names(day(['a', 1], ['gone', 5], ['c', 0]))).toEqual([
      ['Removed user', 5],
      ['A', 1],
    ]);
    expect(names(day(['a', 1], ['b', 2], ['c', 3], ['d', 4]))).toHaveLength(4);
    expect(names(day(['a', 1], ['b', 2], ['c', 3], ['d', 4], ['e', 5]))).toEqual([
      ['E', 5],
      ['D', 4],
      ['C', 3],
      ['Others', 3],
    ]);
  });

  it('the parts of a bar add up to the usage of its users, in different tones', () => {
    const usage = fc.array(
      fc.uniqueArray(
        fc.record({ userId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), bytes: fc.nat(1e9) }),
        {
          selector: ({ userId }) => userId,
        },
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(usage, (lists) => {
        const days = lists.map((users, index) => ({
          day: `2026-11-0${index + 1}`,
          bytes: users.reduce((sum, { bytes }) => sum + bytes, 0),
          users,
        }));
        const series = seriesOf(days, nameOf, words);
        expect(new Set(series.map(({ tone }) => tone)).size).toBe(series.length);
        expect(series.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(bytesOf(days));
        for (const day of days)
          expect(series.reduce((sum, one) => sum + partOf(day, one, series), 0)).toBe(day.bytes);
      }),
    );
  });

  it('highlights today where there are no users', () => {
    const tones = barsOf(everyDay([], 3, now), []).map(({ parts }) => parts[0]?.tone);
    expect(tones).toEqual(['trail', 'trail', 'comet']);
  });

  it('marks the last day as today, and lists the parts of a bar', () => {
    const users = [{ userId: 'a', bytes: 2e9 }];
    const days = everyDay([{ day: '2026-11-22', bytes: 2e9, users }], 2, now);
    const [before, today] = barsOf(days, seriesOf(days, nameOf, words));
    expect(before).toMatchObject({ mark: '21\u00a0Nov', title: '21\u00a0November', figure: '0\u00a0GB' });
    expect(today).toMatchObject({ mark: 'Today', figure: '2\u00a0GB' });
    expect(today?.parts).toEqual([{ tone: 'comet', value: 2e9, name: 'A', figure: '2\u00a0GB' }]);
  });

  it.each([
    [[1e9, 3e9], 8e9, 4],
    [[1e9, 3e9], 1e9, 1],
    [[0, 0], 8e9, null],
    [[1e9, 3e9], 0, null],
  ])('at %j bytes a day, %d bytes last %j days', (bytes, available, left) => {
    const days = bytes.map((each, place) => ({ day: `2026-11-2${place}`, bytes: each }));
    expect(daysLeftAtPace(days, available)).toBe(left);
  });
});
