import { expect, test } from 'vitest';
import { sourceDate } from './source-date.ts';

test('the date of a package is given, or that of the sources and not of the build', async () => {
  expect(await sourceDate({ SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
  const own = await sourceDate({});
  expect(own).toBeGreaterThan(1_700_000_000);
  expect(await sourceDate({ SOURCE_DATE_EPOCH: 'today' })).toBe(own);
});
