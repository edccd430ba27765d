import { expect, test } from 'vitest';
import { estimateMs, guessOrigin, latencyClass } from './latency.ts';
import { origins } from './origins.ts';

const amsterdam = { latitude: 52.37, longitude: 4.9 };
const tokyo = { latitude: 35.68, longitude: 139.69 };

test('estimates a round trip by distance', () => {
  expect(estimateMs(amsterdam, amsterdam)).toBe(8);
  expect(estimateMs(amsterdam, { latitude: 50.11, longitude: 8.68 })).toBeLessThan(20);
  expect(estimateMs(amsterdam, tokyo)).toBeGreaterThan(120);
  expect(estimateMs(amsterdam, tokyo)).toBe(estimateMs(tokyo, amsterdam));
});

test.each([
  [39, 'low'],
  [40, 'medium'],
  [119, 'medium'],
  [120, 'high'],
] as const)('%i ms are %s', (ms, latency) => {
  expect(latencyClass(ms)).toBe(latency);
});

test.each([
  ['Europe/Berlin', 60, 'Berlin'],
  ['America/New_York', -300, 'New York'],
  ['Europe/Vienna', 60, 'Berlin'],
  ['Etc/UTC', 0, undefined],
])('the time zone %s suggests %s', (zone, offset, name) => {
  expect(guessOrigin(origins, zone, offset)?.name).toBe(name);
});
