import { expect, test } from 'vitest';
import { citiesOf } from './states.ts';

const amsterdam = {
  code: 'nl-ams',
  city: 'Amsterdam',
  country: 'NL',
  countryName: 'Netherlands',
  type: 'standard',
} as const;
const gateway = (online: boolean, loadPercent: number | null = 10) => ({
  locationCode: 'nl-ams',
  online,
  loadPercent,
});

test.each([
  [[], { state: 'none', working: 0, all: 0, load: null }],
  [[gateway(false)], { state: 'down', working: 0, all: 1, load: null }],
  [[gateway(true), gateway(false)], { state: 'degraded', working: 1, all: 2, load: 'low' }],
  [[gateway(true, 90)], { state: 'working', working: 1, all: 1, load: 'high' }],
])('a city with the gateways %j is %j', (gateways, state) => {
  const [city] = citiesOf([amsterdam], gateways);
  expect(city).toMatchObject({ code: 'nl-ams', ...state });
});

test('lists no locations that lead through exits', () => {
  const home = { ...amsterdam, code: 'nl-ams-home', type: 'native_residential' } as const;
  expect(citiesOf([home], [gateway(true)])).toEqual([]);
});
