import { expect, test } from 'vitest';
import { countryPath } from './country.ts';

test.each([
  ['United States', '/locations/united-states/'],
  ['Côte d’Ivoire', '/locations/cote-d-ivoire/'],
  ['Türkiye', '/locations/turkiye/'],
])('the page of %s has a readable address', (name, path) => {
  expect(countryPath({ name })).toBe(path);
});
