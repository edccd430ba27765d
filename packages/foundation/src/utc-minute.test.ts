import { expect, test } from 'vitest';
import { isoMinute, utcMinute } from './utc-minute.ts';

test('writes the minute in UTC, without seconds', () => {
  const at = new Date('2026-07-28T11:05:59.999+02:00');
  expect(utcMinute(at)).toBe('2026-07-28 09:05');
  expect(isoMinute(at)).toBe('2026-07-28T09:05Z');
});
