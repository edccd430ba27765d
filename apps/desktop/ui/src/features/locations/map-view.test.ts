import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { LocationRow } from './groups.ts';
import { countriesOf, exitText, residentialText } from './map-view.ts';

const row = (code: string, countryName: string, more: Partial<LocationRow> = {}): LocationRow => ({
  code,
  city: 'City',
  country: code.slice(0, 2).toUpperCase(),
  countryName,
  type: 'standard',
  online: true,
  lacks: null,
  ...more,
});

test('lists only countries with an available location', () => {
  const countries = countriesOf([
    row('jp-tyo', 'Japan', { milliseconds: 238 }),
    row('de-fra', 'Germany', { milliseconds: 19 }),
    row('de-ber', 'Germany', { milliseconds: 25 }),
    row('br-sao', 'Brazil', { online: false }),
    row('us-nyc', 'United States', { lacks: 'openvpn' }),
  ]);
  expect(countries.map(({ country, title }) => [country, title])).toEqual([
    ['DE', 'Germany: 2\u00a0locations, 19\u00a0ms'],
    ['JP', 'Japan: 1\u00a0location, 238\u00a0ms'],
  ]);
});

test('names each country with online residential exits once', () => {
  const home = { type: 'native_residential' };
  expect(residentialText([row('jp-tyo', 'Japan')])).toBeNull();
  expect(
    residentialText([
      row('jp-a', 'Japan', home),
      row('jp-b', 'Japan', home),
      row('fr-a', 'France', home),
      row('es-a', 'Spain', { ...home, online: false }),
    ]),
  ).toBe('Residential exits are online in France and Japan.');
});

test('does not mark the next location as the current one', () => {
  const place = { gateway: 'g', location: 'jp-tyo', country: 'JP', countryName: 'Japan', city: 'Tokyo' };
  const waiting: Snapshot = {
    tunnel: { state: 'disconnected', since: '2026-06-10T12:00:00Z' },
    account: null,
    settings: freshSettings,
    traffic: null,
  };
  expect(exitText(waiting)).toBeNull();
  expect(exitText({ ...waiting, next: { place, type: 'standard', milliseconds: null } })).toBe(
    'Your next connection is to Tokyo, Japan.',
  );
});
