import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../../model/gateway.ts';
import { fallbackGatewaysFor } from '../fallback-gateways.ts';

const spots = [
  { code: 'nl-ams', country: 'NL', latitude: 52.4, longitude: 4.9 },
  { code: 'nl-rtm', country: 'NL', latitude: 51.9, longitude: 4.5 },
  { code: 'de-fra', country: 'DE', latitude: 50.1, longitude: 8.7 },
  { code: 'jp-tyo', country: 'JP', latitude: 35.7, longitude: 139.7 },
  { code: 'us-lax', country: 'US', latitude: 34.1, longitude: -118.2 },
  { code: 'nz-akl', country: 'NZ', latitude: -36.8, longitude: 174.8 },
  { code: 'fj-suv', country: 'FJ', latitude: -18.1, longitude: -178.4 },
];
const [any] = gateways;
const all: readonly Gateway[] = spots.map(({ code }) => ({
  ...any!,
  id: code,
  place: { ...any!.place, location: code },
}));
const ids = (found: readonly Gateway[]): string[] => found.map(({ id }) => id);

test('returns the same country first, then the nearest, and never the requested location', () => {
  expect(ids(fallbackGatewaysFor(['nl-ams'], all.toReversed(), spots)).slice(0, 3)).toEqual([
    'nl-rtm',
    'de-fra',
    'us-lax',
  ]);
  expect(ids(fallbackGatewaysFor(['nl-ams'], all, spots))).not.toContain('nl-ams');
});

test('distances cross the date line', () => {
  expect(ids(fallbackGatewaysFor(['nz-akl'], all, spots))[0]).toBe('fj-suv');
});

test('an unknown location has no fallback gateway, and a gateway without a position is last', () => {
  expect(fallbackGatewaysFor(['xx-xxx'], all, spots)).toEqual([]);
  const lost = { ...any!, id: 'lost', place: { ...any!.place, location: 'yy-yyy' } };
  expect(ids(fallbackGatewaysFor(['jp-tyo'], [lost, ...all], spots)).at(-1)).toBe('lost');
});
