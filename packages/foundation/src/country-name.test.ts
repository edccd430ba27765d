import { expect, test } from 'vitest';
import { countryNameOf } from './country-name.ts';

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

test('of all pairs of letters, the 249 of ISO 3166-1 are countries', () => {
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  expect(pairs.filter((pair) => countryNameOf(pair) !== null)).toHaveLength(249);
  expect(countryNameOf('GB')).toBe('United Kingdom');
  expect(countryNameOf('NL')).toBe('Netherlands');
});

test.each(['XX', 'UK', 'SU', 'YU', 'AN', 'EU', 'ZZ', 'us', 'USA', '840', ''])('%j is no country', (code) => {
  expect(countryNameOf(code)).toBeNull();
});
