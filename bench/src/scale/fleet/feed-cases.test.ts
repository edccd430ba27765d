import { expect, test } from 'vitest';
import { hasSettled } from './feed-cases.ts';

test('work has settled when a period costs about as much as the one before', () => {
  expect(hasSettled([])).toBe(false);
  expect(hasSettled([500])).toBe(false);
  expect(hasSettled([500, 300])).toBe(false);
  expect(hasSettled([500, 300, 260])).toBe(true);
  expect(hasSettled([500, 300, 320])).toBe(true);
});
