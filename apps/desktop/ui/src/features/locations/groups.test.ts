import { expect, test } from 'vitest';
import { filtersOf, groupsOf, type LocationRow } from './groups.ts';

const row = (code: string, city: string, countryName: string, type = 'standard'): LocationRow => ({
  code,
  city,
  country: code.slice(0, 2).toUpperCase(),
  countryName,
  type,
  online: true,
  lacks: null,
});
const locations = [
  row('nl-ams', 'Amsterdam', 'Netherlands'),
  row('jp-tyo', 'Tokyo', 'Japan'),
  row('de-fra', 'Frankfurt', 'Germany'),
  row('de-fra-home', 'Frankfurt', 'Germany', 'native_residential'),
];
const everything = {
  filter: 'all',
  typed: '',
  favourites: ['jp-tyo'],
  recents: ['jp-tyo', 'nl-ams', 'gone'],
};
const codes = (rows: readonly LocationRow[]) => rows.map(({ code }) => code);

test('lists favorites, recent ones, and every country with all of its locations', () => {
  const { favourites, recents, countries } = groupsOf(locations, everything);
  expect(codes(favourites)).toEqual(['jp-tyo']);
  expect(codes(recents)).toEqual(['nl-ams']);
  expect(countries.map(({ name, locations: own }) => [name, ...codes(own)])).toEqual([
    ['Germany', 'de-fra', 'de-fra-home'],
    ['Japan', 'jp-tyo'],
    ['Netherlands', 'nl-ams'],
  ]);
});

test('a search shows each match exactly once, favorites first', () => {
  const found = groupsOf(locations, { ...everything, typed: 'tokyo' });
  expect([codes(found.favourites), found.recents, found.countries]).toEqual([['jp-tyo'], [], []]);
  const german = groupsOf(locations, { ...everything, typed: 'frankfurt' });
  expect(german.countries.map(({ name, locations: own }) => [name, own.length])).toEqual([['Germany', 2]]);
});

test('filters by type or favorites', () => {
  expect(filtersOf(locations)).toEqual(['all', 'favourites', 'standard', 'native_residential']);
  const residential = groupsOf(locations, { ...everything, filter: 'native_residential' });
  expect(residential.countries.map(({ locations: own }) => codes(own))).toEqual([['de-fra-home']]);
  const marked = groupsOf(locations, { ...everything, filter: 'favourites' });
  expect([codes(marked.favourites), marked.recents, marked.countries]).toEqual([['jp-tyo'], [], []]);
});
