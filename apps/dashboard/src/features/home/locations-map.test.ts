import { expect, it } from 'vitest';
import { countAvailable, mapCountries } from './locations-map.tsx';

const location = (code: string, country: string, countryName: string) => ({ code, country, countryName });
const locations = [
  location('es-mad', 'ES', 'Spain'),
  location('us-nyc', 'US', 'United States'),
  location('us-lax', 'US', 'United States'),
];

it('lists each country once and marks those of the account’s configurations', () => {
  expect(mapCountries(locations, ['us-lax', 'gone'])).toEqual([
    { country: 'ES', name: 'Spain', isUsed: false },
    { country: 'US', name: 'United States', isUsed: true },
  ]);
});

it('counts the data center locations and those that are online, without homes', () => {
  expect(
    countAvailable([
      { type: 'standard', online: true },
      { type: 'specialty', online: false },
      { type: 'native_residential', online: true },
    ]),
  ).toEqual({ online: 1, count: 2 });
});
