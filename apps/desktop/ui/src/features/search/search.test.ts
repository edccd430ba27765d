import { expect, test } from 'vitest';
import { bestFirst, closest } from './search.ts';

const place = (code: string, city: string, country: string, countryName: string) => ({
  code,
  city,
  country,
  countryName,
});
const places = [
  place('nl-ams', 'Amsterdam', 'NL', 'Netherlands'),
  place('jp-tyo', 'Tokyo', 'JP', 'Japan'),
  place('br-sao', 'São Paulo', 'BR', 'Brazil'),
  place('us-nyc', 'New York', 'US', 'United States'),
  place('de-fra', 'Frankfurt', 'DE', 'Germany'),
];
const namesOf = (one: (typeof places)[number]) => [one.city, one.countryName, one.code, one.country];
const found = (typed: string) => bestFirst(places, typed, namesOf).map(({ code }) => code);

test('finds a location by prefixes of its city, country and code', () => {
  expect(found('ams')).toEqual(['nl-ams']);
  expect(found('Neth')).toEqual(['nl-ams']);
  expect(found('jp')).toEqual(['jp-tyo']);
  expect(found('york')).toEqual(['us-nyc']);
  expect(found('new york')).toEqual(['us-nyc']);
});

test('tolerates typing mistakes', () => {
  expect(found('amstredam')).toEqual(['nl-ams']);
  expect(found('tokio')).toEqual(['jp-tyo']);
  expect(found('frankfrut')).toEqual(['de-fra']);
  expect(found('sao paulo')).toEqual(['br-sao']);
  expect(found('germny')).toEqual(['de-fra']);
});

test('does not match short or unrelated text; lists all for empty text', () => {
  expect(found('xx')).toEqual([]);
  expect(found('paris')).toEqual([]);
  expect(found('  ')).toHaveLength(5);
});

test('ignores mistakes only if nothing matches without', () => {
  const found = (typed: string) => closest(['dark theme', 'mark a network', 'look'], typed, (one) => [one]);
  expect(found('dark')).toEqual(['dark theme']);
  expect(found('darx')).toEqual(['dark theme']);
  expect(found('theme dark')).toEqual(['dark theme']);
  expect(found('')).toHaveLength(3);
});
