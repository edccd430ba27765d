import { expect, test } from 'vitest';
import { loadOf } from './load.ts';

const at = (loadPercent: number | null, online = true) => ({ loadPercent, online });

test.each([
  [[], null],
  [[at(null)], null],
  [[at(10, false)], null],
  [[at(0)], 'low'],
  [[at(40)], 'low'],
  [[at(50)], 'medium'],
  [[at(70)], 'medium'],
  [[at(80)], 'high'],
  [[at(100)], 'high'],
  [[at(100), at(20)], 'low'],
  [[at(100), at(20, false)], 'high'],
] as const)('gateways with the loads %j have the load %s', (gateways, expected) => {
  expect(loadOf(gateways)).toBe(expected);
});
