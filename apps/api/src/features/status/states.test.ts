import { expect, test } from 'vitest';
import { partsOf } from './states.ts';

const gateways = (...online: boolean[]) => online.map((one) => ({ online: one }));
const stateOf = (parts: ReturnType<typeof partsOf>, wanted: string) =>
  parts.find(({ name }) => name === wanted)?.state;

test.each([
  [[], 'down'],
  [[false, false], 'down'],
  [[true, false], 'degraded'],
  [[true, true], 'working'],
] as const)('gateways with the online states %j are %s', (online, state) => {
  expect(stateOf(partsOf(gateways(...online), []), 'gateways')).toBe(state);
});

test('counts exits by country, and is degraded without exits', () => {
  const parts = partsOf([], [{ country: 'US' }, { country: 'US' }, { country: 'DE' }]);
  expect(parts.at(-1)).toMatchObject({ state: 'working', working: 3, countries: 2 });
  expect(stateOf(partsOf([], []), 'residential')).toBe('degraded');
});
