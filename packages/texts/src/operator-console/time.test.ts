import { expect, test } from 'vitest';
import { exactTime, relativeTime } from './time.ts';

const now = new Date('2026-11-28T14:05:12Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-minute, '1 min ago'],
  [-59 * minute, '59 min ago'],
  [-hour, '1 h ago'],
  [-47 * hour, '47 h ago'],
  [-2 * day, '2 days ago'],
  [-59 * day, '59 days ago'],
  [-61 * day, '2 months ago'],
  [-800 * day, '2 years ago'],
  [12 * day + hour, 'in 12 days'],
])('a time %i s from now is %s', (seconds, words) => {
  expect(relativeTime(after(seconds), now)).toBe(words);
});

test('the exact time is in UTC with seconds', () => {
  expect(exactTime(now)).toMatch(/^(28 Nov|Nov 28,) 2026, 14:05:12 UTC$/);
});
