import { expect, test } from 'vitest';
import { readingMinutes } from './reading-time.ts';

test.each([
  ['', 1],
  ['a word', 1],
  ['word '.repeat(660), 3],
  ['| --- | '.repeat(2000), 1],
])('computes the reading time from words, not characters', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});
