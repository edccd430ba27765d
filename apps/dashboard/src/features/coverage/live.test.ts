import { describe, expect, it } from 'vitest';
import { countriesWith, countriesWithout, forTunnels, type LiveCountry } from './live.ts';

const countries: readonly LiveCountry[] = [
  { country: 'US', name: 'United States', exits: 3, cities: [{ city: 'nyc', name: 'New York', exits: 3 }] },
  { country: 'BR', name: 'Brazil', exits: 1, cities: [{ city: 'saopaulo', name: 'São Paulo', exits: 1 }] },
];

it('omits countries that only provider endpoints serve from the tunnel list', () => {
  const [us, br] = countries.map((country, index) => ({ ...country, exits: 5, tunnels: index }));
  expect(forTunnels([us, br].flatMap((one) => one ?? []))).toEqual([{ ...countries[1], exits: 1 }]);
});

describe('finding a live country', () => {
  it.each([
    ['', ['Brazil', 'United States']],
    ['us', ['United States']],
    ['sao p', ['Brazil']],
    [' york', ['United States']],
    ['mars', []],
  ])('%j finds %j', (word, found) => {
    expect(countriesWith(countries, word).map(({ name }) => name)).toEqual(found);
  });
});

it('lists the other countries by name', () => {
  expect(countriesWithout(countries, ['US', 'NL', 'BR', 'DE'])).toEqual([
    { value: 'DE', label: 'Germany' },
    { value: 'NL', label: 'Netherlands' },
  ]);
});
