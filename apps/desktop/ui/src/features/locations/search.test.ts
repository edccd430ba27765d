import { expect, test } from 'vitest';
import { search } from './groups.ts';

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
const found = (typed: string) => search(places, typed).map(({ code }) => code);

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
