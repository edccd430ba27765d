import { expect, test } from 'vitest';
import { leakFigures, locationsFigure } from './proof-figures.ts';

const locations = [
  { country: 'NL', type: 'standard' },
  { country: 'NL', type: 'standard' },
  { country: 'JP', type: 'specialty' },
  { country: 'DE', type: 'native_residential' },
] as const;
const at = '2026-11-28T23:59:00Z';

test('states the share of all locations that were available, and the day of the check', () => {
  const cities = [{ state: 'working' }, { state: 'down' }, { state: 'none' }] as const;
  expect(locationsFigure({ locations, checked: { at, cities } })).toEqual({
    value: '1 of 3',
    meaning: 'locations available',
    detail: 'checked 28\u00a0November\u00a02026',
  });
});

test.each([
  ['without a state', null],
  ['without a server anywhere', { at, cities: [{ state: 'none' }, { state: 'none' }] }],
] as const)('%s the number of locations is stated', (_when, checked) => {
  expect(locationsFigure({ locations, checked })).toEqual({
    value: '3\u00a0locations',
    meaning: 'in 2\u00a0countries',
    detail: null,
    live: 'locations',
  });
});

test('states a leak test with its day and its control', () => {
  const last = {
    finishedAt: '2026-11-24T08:14:00Z',
    tests: 12,
    packetsOutside: 0,
    packetsWithoutRules: 4931,
  };
  expect(leakFigures(last)).toEqual([
    { value: '0 packets', meaning: 'outside the tunnel', detail: 'leak test, 24\u00a0November\u00a02026' },
    { value: '4,931', meaning: 'caught without it', detail: 'same test, protection off' },
  ]);
  expect(leakFigures(null)).toEqual([]);
});
