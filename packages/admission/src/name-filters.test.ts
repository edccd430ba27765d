import { expect, test } from 'vitest';
import { nameFilters } from './name-filters.ts';

test('each set of lists has its own address, the same at every gateway', () => {
  const all = nameFilters(['ads', 'trackers', 'malware']);
  expect(new Set(all.map(({ address }) => address)).size).toBe(7);
  for (const filter of nameFilters(['trackers'])) expect(all).toContainEqual(filter);
  expect(nameFilters(['trackers'])).toEqual([{ address: '100.64.0.3', lists: ['trackers'] }]);
  expect(nameFilters([])).toEqual([]);
});
