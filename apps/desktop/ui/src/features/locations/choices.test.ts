import { expect, test } from 'vitest';
import { choicesOf } from './choices.ts';
import type { LocationRow } from './groups.ts';

const row = (code: string, more: Partial<LocationRow> = {}): LocationRow => ({
  ...{ code, city: code, country: code.slice(0, 2).toUpperCase(), countryName: code },
  ...{ type: 'standard', online: true, lacks: null },
  ...more,
});
const lists = [
  { name: 'Work', locations: ['nl-ams', 'gone'] },
  { name: 'Film nights', locations: ['us-nyc'] },
  { name: 'Gone', locations: ['gone'] },
];
const saved = { locationLists: lists, profiles: [{ name: 'Streaming' }] };
const none = { locationLists: [], profiles: [] };
const shown = { filter: 'all', typed: '' };

test('offers the fastest and a random location, profiles, then the lists, of which only available locations count', () => {
  const all = choicesOf([row('nl-ams'), row('us-nyc', { online: false })], saved, shown);
  expect(all.map(({ location, usable, count }) => [location, usable, count])).toEqual([
    ['fastest', true, 2],
    ['random', true, 2],
    ['Streaming', true, 0],
    ['Work', true, 1],
    ['Film nights', false, 1],
    ['Gone', false, 0],
  ]);
});

test('offers nothing that would lead to residential locations only', () => {
  const all = choicesOf([row('de-fra-home', { type: 'native_residential' })], none, shown);
  expect(all.map(({ usable }) => usable)).toEqual([false, false]);
});

test('a search finds lists by their name, and a filter hides the choices', () => {
  expect(
    choicesOf([row('nl-ams')], saved, { ...shown, typed: 'film' }).map(({ location }) => location),
  ).toEqual(['Film nights']);
  expect(choicesOf([row('nl-ams')], saved, { ...shown, filter: 'favourites' })).toEqual([]);
});
