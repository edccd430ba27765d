import { expect, test } from 'vitest';
import { citiesOf, partsOf } from './states.ts';

const gateways = (...online: boolean[]) => online.map((one) => ({ online: one }));
const stateOf = (parts: ReturnType<typeof partsOf>, wanted: string) =>
  parts.find(({ name }) => name === wanted)?.state;

test.each([
  [[], 'none'],
  [[false, false], 'down'],
  [[true, false], 'degraded'],
  [[true, true], 'working'],
] as const)('gateways with the online states %j are %s', (online, state) => {
  expect(stateOf(partsOf(gateways(...online), []), 'gateways')).toBe(state);
});

const exit = (country: string, live: boolean) => ({ country, live });

test.each([
  [[], { state: 'none', working: 0, countries: 0 }],
  [[exit('US', false)], { state: 'down', working: 0, countries: 0 }],
  [[exit('US', true), exit('DE', false)], { state: 'working', working: 1, countries: 1 }],
  [[exit('US', true), exit('US', true), exit('DE', true)], { state: 'working', working: 3, countries: 2 }],
])('of the residential exits %j the state is %j', (exits, state) => {
  expect(partsOf([], exits).at(-1)).toMatchObject(state);
});

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
