import { expect, test } from 'vitest';
import { judge, median, medianRatio } from './report.ts';

test('the median is the middle figure', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('ratios are taken pair by pair', () => {
  expect(medianRatio([1, 20, 3], [2, 10, 6])).toBe(0.5);
  expect(() => medianRatio([1], [1, 2])).toThrow('pairs');
});

test('a case holds if each ratio meets its target', () => {
  const figures = { case: 'a', ours: [2], peers: { p: [1] }, target: { p: 2 } };
  expect(judge(figures, 'lower').holds).toBe(true);
  expect(judge({ ...figures, target: { p: 1.9 } }, 'lower').holds).toBe(false);
  expect(judge(figures, 'higher').holds).toBe(true);
  expect(judge({ ...figures, target: { p: 2.1 } }, 'higher').holds).toBe(false);
  expect(judge({ ...figures, better: 'lower', target: { p: 2.1 } }, 'higher').holds).toBe(true);
});
