import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLocation } from './match-location.ts';

const locations = [
  { code: 'nl-ams', country: 'NL', countryName: 'Netherlands', city: 'Amsterdam' },
  { code: 'nl-rtm', country: 'NL', countryName: 'Netherlands', city: 'Rotterdam' },
  { code: 'br-sao', country: 'BR', countryName: 'Brazil', city: 'São Paulo' },
  { code: 'us-nyc', country: 'US', countryName: 'United States', city: 'New York' },
];

test.each([
  ['nl-ams', ['nl-ams']],
  ['NL', ['nl-ams', 'nl-rtm']],
  ['netherlands', ['nl-ams', 'nl-rtm']],
  ['Amsterdam', ['nl-ams']],
  ['amsterdam, netherlands', ['nl-ams']],
  ['sao paulo', ['br-sao']],
  ['new  york', ['us-nyc']],
  ['uni', ['us-nyc']],
  ['rot', ['nl-rtm']],
  ['atlantis', []],
  ['  ', []],
])('%j matches %j', (text, codes) => {
  expect(matchLocation(text, locations)).toEqual(codes);
});

test('accepts any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const code of matchLocation(text, locations))
        expect(locations.map((location) => location.code)).toContain(code);
    }),
  );
});

test('a list precedes names of locations, without its former and residential locations', () => {
  const known = [
    { code: 'nl-ams', country: 'NL', countryName: 'Netherlands', city: 'Amsterdam', type: 'standard' },
    {
      code: 'nl-ams-home',
      country: 'NL',
      countryName: 'Netherlands',
      city: 'Amsterdam',
      type: 'residential',
    },
    { code: 'us-nyc', country: 'US', countryName: 'United States', city: 'New York', type: 'standard' },
  ];
  const lists = [{ name: 'New', locations: ['xx-old', 'nl-ams-home', 'nl-ams'] }];
  expect(matchLocation(' NEW ', known, lists)).toEqual(['nl-ams']);
  expect(matchLocation('new y', known, lists)).toEqual(['us-nyc']);
});
