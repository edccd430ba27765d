import { expect, test } from 'vitest';
import { sortByDistance, suggestedLocation } from './sort-by-distance.ts';
import { detailOf, locationLabel } from './location-text.ts';
import type { Location } from './locations.ts';

const amsterdam: Location = {
  code: 'nl-ams',
  country: 'NL',
  countryName: 'Netherlands',
  city: 'Amsterdam',
  type: 'standard',
  latitude: 52.37,
  longitude: 4.9,
  protocols: ['wireguard'],
  variants: [],
  features: [],
  load: 'low',
  online: true,
};
const tokyo: Location = {
  ...amsterdam,
  code: 'jp-tyo',
  country: 'JP',
  countryName: 'Japan',
  city: 'Tokyo',
  type: 'specialty',
  latitude: 35.68,
  longitude: 139.69,
  features: ['multi_hop', 'p2p', 'gaming_room'],
};

test('describes a location by country, distance, kind and purpose', () => {
  expect(locationLabel(tokyo)).toBe('Tokyo, Japan');
  expect(detailOf({ location: tokyo, km: 9291 })).toBe(
    'Japan · about 9,300 km away · Specialty · Multi-hop · P2P · gaming room',
  );
  expect(detailOf({ location: amsterdam, km: 120 })).toBe('Netherlands · near you');
  expect(detailOf({ location: amsterdam, km: null })).toBe('Netherlands');
});

test('sorts by distance, and keeps the order if the user’s position is unknown', () => {
  const codes = (here: Parameters<typeof sortByDistance>[1]) =>
    sortByDistance([tokyo, amsterdam], here).map(({ location }) => location.code);
  expect(codes({ latitude: 51, longitude: 0 })).toEqual(['nl-ams', 'jp-tyo']);
  expect(codes({ latitude: 37, longitude: 127 })).toEqual(['jp-tyo', 'nl-ams']);
  expect(codes(null)).toEqual(['jp-tyo', 'nl-ams']);
  const away = sortByDistance([{ ...amsterdam, online: false }, tokyo], { latitude: 51, longitude: 0 });
  expect(away.map(({ location }) => location.code)).toEqual(['jp-tyo', 'nl-ams']);
});

test('suggests a favorite, else the nearest; a highly loaded or unavailable one only if there is no other', () => {
  const suggest = (list: readonly Location[], favorites: readonly string[] = [], usable = () => true) =>
    suggestedLocation(sortByDistance(list, { latitude: 52, longitude: 5 }), favorites, usable)?.code ?? null;
  const busy: Location = { ...amsterdam, load: 'high' };
  expect(suggest([tokyo, amsterdam])).toBe('nl-ams');
  expect(suggest([tokyo, amsterdam], ['jp-tyo'])).toBe('jp-tyo');
  expect(suggest([tokyo, busy], ['nl-ams'])).toBe('jp-tyo');
  expect(suggest([busy])).toBe('nl-ams');
  expect(suggest([{ ...amsterdam, online: false }, tokyo])).toBe('jp-tyo');
  expect(suggest([amsterdam], [], () => false)).toBeNull();
});
