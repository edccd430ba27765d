import { expect, test } from 'vitest';
import { leakFigures, locationsFigure } from './proof-figures.ts';

const locations = [
  { country: 'NL', type: 'standard', online: true },
  { country: 'NL', type: 'standard', online: false },
  { country: 'JP', type: 'specialty', online: true },
  { country: 'DE', type: 'native_residential', online: true },
] as const;

test('locations up are stated only with the day on which they were', () => {
  expect(locationsFigure({ locations, checkedAt: '2026-11-28T23:59:00Z' })).toEqual({
    value: '2 of 3',
    meaning: 'locations up',
    detail: 'checked 28 November 2026',
  });
  expect(locationsFigure({ locations, checkedAt: null })).toEqual({
    value: '3 locations',
    meaning: 'in 2 countries',
    detail: null,
    live: 'locations',
  });
});

test('a leak test is stated with its day and its control', () => {
  const last = {
    finishedAt: '2026-11-24T08:14:00Z',
    tests: 12,
    packetsOutside: 0,
    packetsWithoutRules: 4931,
  };
  expect(leakFigures(last)).toEqual([
    { value: '0 packets', meaning: 'outside the tunnel', detail: 'leak test, 24 November 2026' },
    { value: '4,931', meaning: 'caught without it', detail: 'same test, protection off' },
  ]);
  expect(leakFigures(null)).toEqual([]);
});
