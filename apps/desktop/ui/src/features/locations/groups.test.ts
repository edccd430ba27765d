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

test('lists each location exactly once', () => {
  const { favourites, recents, others } = groupsOf(locations, everything);
  expect(codes(favourites)).toEqual(['jp-tyo']);
  expect(codes(recents)).toEqual(['nl-ams']);
  expect(codes(others)).toEqual(['de-fra', 'de-fra-home']);
});

test('filters by type or favourites', () => {
  expect(filtersOf(locations)).toEqual(['all', 'favourites', 'standard', 'native_residential']);
  expect(codes(groupsOf(locations, { ...everything, filter: 'native_residential' }).others)).toEqual([
    'de-fra-home',
  ]);
  const marked = groupsOf(locations, { ...everything, filter: 'favourites' });
  expect([codes(marked.favourites), codes(marked.recents), codes(marked.others)]).toEqual([
    ['jp-tyo'],
    [],
    [],
  ]);
});
