import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisTicks, markedBars } from './axis-ticks.ts';

it.each([
  [1.75, [0.5, 1, 1.5, 2]],
  [7e9, [2e9, 4e9, 6e9, 8e9]],
  [1e6, [5e5, 1e6]],
  [3, [1, 2, 3]],
  [1, [0.5, 1]],
])('an axis up to %d has marks at %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks);
});

it('the marks of an axis reach the highest value and are at most four, at equal distances', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e15, noNaN: true }), (highest) => {
      const ticks = axisTicks(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect((ticks.at(-1) ?? 0) * (1 + 1e-9)).toBeGreaterThanOrEqual(highest);
      ticks.forEach((tick, index) => expect(tick / ((ticks[0] ?? 0) * (index + 1))).toBeCloseTo(1, 9));
    }),
  );
});

it.each([
  [7, [6, 4, 2, 0]],
  [14, [13, 9, 5, 1]],
  [30, [29, 22, 15, 8, 1]],
  [90, [89, 59, 29]],
  [1, [0]],
])('of %i bars those at %j are marked', (count, marked) => {
  expect([...markedBars(count)]).toEqual(marked);
});
