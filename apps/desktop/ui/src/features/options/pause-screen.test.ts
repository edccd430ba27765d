import { expect, test } from 'vitest';
import { secondsOf } from './pause-screen.tsx';

test('pauses until the next morning, at most 24 hours', () => {
  expect(secondsOf('quarter', new Date())).toBe(900);
  expect(secondsOf('hour', new Date())).toBe(3600);
  expect(secondsOf('morning', new Date(2026, 5, 10, 22))).toBe(8 * 3600);
  expect(secondsOf('morning', new Date(2026, 5, 10, 23, 59, 59, 500))).toBe(6 * 3600 + 1);
  expect(secondsOf('morning', new Date(2026, 5, 10, 3))).toBe(86_400);
});
