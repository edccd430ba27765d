import { expect, test } from 'vitest';
import { count, isWithin, seconds } from './fault.ts';
import { faultTable, type FaultRow, holds } from './fault-table.ts';

test('a count holds if it is equal, a time if it is not above its limit', () => {
  expect(isWithin(count('lost', 0, 0))).toBe(true);
  expect(isWithin(count('lost', 1, 0))).toBe(false);
  expect(isWithin(seconds('writes again', 29_900, 30))).toBe(true);
  expect(isWithin(seconds('writes again', 30_100, 30))).toBe(false);
  const seen = { what: 'seen', measured: 1, unit: '', bound: { atLeast: 1 } };
  expect(isWithin(seen)).toBe(true);
  expect(isWithin({ ...seen, measured: 0 })).toBe(false);
  expect(isWithin(count('paid', 100))).toBeNull();
});

test('a row names every figure, its bound and a missed one', () => {
  const figures = [seconds('writes again', 31_000, 30), count('lost', 0, 0), count('paid', 100)];
  const row: FaultRow = {
    ...{ fault: 'leader', title: 'leader killed', machine: '2 ×', measuredAt: '2026-11-28T22:00:00.000Z' },
    ...{ load: 3.21, figures, holds: holds(figures) },
  };
  expect(faultTable([row]).split('\n').at(-1)).toBe(
    '| leader killed | writes again: 31 s (≤ 30, **missed**); lost: 0 (0); paid: 100 | 3.2 | no |',
  );
  expect(holds([count('lost', 0, 0), count('paid', 100)])).toBe(true);
});
