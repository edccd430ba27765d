import { expect, test } from 'vitest';
import { proxyHostFor } from './proxy-host.ts';

const us = { host: 'a', countries: [{ country: 'US', cities: ['nyc'] }] };
const de = {
  host: 'b',
  countries: [
    { country: 'DE', cities: [] },
    { country: 'US', cities: ['boise'] },
  ],
};

test.each([
  [null, null, 'a'],
  ['US', null, 'a'],
  ['US', 'nyc', 'a'],
  ['US', 'boise', 'b'],
  ['DE', null, 'b'],
  ['DE', 'berlin', undefined],
  ['FR', null, undefined],
])('selects for country %s and city %s the host %s', (country, city, host) => {
  expect(proxyHostFor([{ host: 'none', countries: [] }, us, de], { country, city })?.host).toBe(host);
});
