import { expect, test } from 'vitest';
import { kilobytesOf } from './report-screen.tsx';

test('rounds the byte size to kilobytes, at least 1', () => {
  expect(kilobytesOf('a')).toBe(1);
  expect(kilobytesOf('ä'.repeat(1500))).toBe(3);
});
