import { expect, test } from 'vitest';
import { partsOf } from './states.ts';

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
