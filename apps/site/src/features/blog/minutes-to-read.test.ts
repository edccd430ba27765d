import { expect, test } from 'vitest';
import { minutesToRead } from './minutes-to-read.ts';

test.each([
  ['', 1],
  ['a word', 1],
  ['word '.repeat(660), 3],
  ['| --- | '.repeat(2000), 1],
])('reading takes minutes by words, not by signs', (text, minutes) => {
  expect(minutesToRead(text)).toBe(minutes);
});
