import { expect, test } from 'vitest';
import { areRoutesUsable, locationsOf, parseSite, type Route } from './routes.ts';

test('reads a domain, also from a URL, and in letters of other scripts', () => {
  expect(parseSite('Example.COM')).toBe('example.com');
  expect(parseSite('*.example.com')).toBe('example.com');
  expect(parseSite('https://www.example.com/path?query')).toBe('www.example.com');
  expect(parseSite('bücher.example.')).toBe('xn--bcher-kva.example');
});

test.each([
  'com',
  '192.0.2.1',
  '[2001:db8::1]',
  '',
  'a b.example',
  '-x.example',
  'example.123',
  '..',
  `${'a'.repeat(64)}.example`,
])('refuses %s', (text) => {
  expect(parseSite(text)).toBeNull();
});

test('allows each site once, and four locations', () => {
  const to = (site: string, location: string): Route => ({ kind: 'site', site, to: location });
  const four = ['jp-tyo', 'nl-ams', 'de-fra', 'us-nyc'].map((code, index) => to(`${index}.example`, code));
  const routes = [...four, to('a.example', 'direct'), to('b.example', 'block'), to('c.example', 'jp-tyo')];
  expect(locationsOf(routes)).toEqual(['jp-tyo', 'nl-ams', 'de-fra', 'us-nyc']);
  expect(areRoutesUsable(routes)).toBe(true);
  expect(areRoutesUsable([...routes, to('d.example', 'se-sto')])).toBe(false);
  expect(areRoutesUsable([...routes, to('a.example', 'block')])).toBe(false);
});
