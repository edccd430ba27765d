import { describe, expect, it } from 'vitest';
import { countriesWith, forTunnels, type LiveCountry } from './live.ts';
import { worldDots, worldSize } from './world-dots.ts';

const countries: readonly LiveCountry[] = [
  { country: 'US', name: 'United States', exits: 3, cities: [{ city: 'nyc', name: 'New York', exits: 3 }] },
  { country: 'BR', name: 'Brazil', exits: 1, cities: [{ city: 'saopaulo', name: 'São Paulo', exits: 1 }] },
];

it('leaves out of what is offered for tunnels the countries that providers’ endpoints alone serve', () => {
  const [us, br] = countries.map((country, index) => ({ ...country, exits: 5, homes: index }));
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

describe('the map of the world', () => {
  it('has a dot for more than 195 countries, each inside the map and no other’s', () => {
    const dots = [...worldDots.values()].flat();
    expect(worldDots.size).toBeGreaterThan(195);
    expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(dots.length);
    for (const { x, y } of dots) {
      expect(x > 0 && x < worldSize.width && y > 0 && y < worldSize.height).toBe(true);
    }
  });

  it('is the right way up: Norway is above Italy, Canada left of Japan', () => {
    const first = (code: string) => worldDots.get(code)?.[0] ?? { x: Number.NaN, y: Number.NaN };
    expect(first('NO').y).toBeLessThan(first('IT').y);
    expect(first('CA').x).toBeLessThan(first('JP').x);
  });
});
