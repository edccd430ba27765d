import { expect, it } from 'vitest';
import { chartText, formatAxisMark, formatDataAmount } from './usage-text.ts';

it.each([
  [0, '0\u00a0GB'],
  [1, '0.1\u00a0MB'],
  [4_200_000, '4.2\u00a0MB'],
  [10_000_000, '0.01\u00a0GB'],
  [1_239_000_000, '1.24\u00a0GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatDataAmount(bytes)).toBe(words);
});

it('uses one unit for all marks of an axis', () => {
  expect([5e8, 2e9].map((mark) => formatAxisMark(mark, 2e9))).toEqual(['0.5\u00a0GB', '2\u00a0GB']);
  expect([5e6, 2e7].map((mark) => formatAxisMark(mark, 2e7))).toEqual(['5\u00a0MB', '20\u00a0MB']);
});

it('describes a chart in one sentence', () => {
  const days = [
    { day: '2026-11-21', bytes: 2e9 },
    { day: '2026-11-22', bytes: 5e8 },
  ];
  expect(chartText(days)).toBe(
    'Usage by day in the last 2\u00a0days: 2.5\u00a0GB in total, 2\u00a0GB on the busiest day, 21\u00a0November.',
  );
  expect(chartText([{ day: '2026-11-22', bytes: 0 }])).toBe('No usage in the last 1\u00a0days.');
});
