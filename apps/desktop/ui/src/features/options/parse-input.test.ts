import { expect, test } from 'vitest';
import {
  parseAnyPort,
  parseSavedName,
  parseNetworkName,
  nextPort,
  parsePort,
  parseResolvers,
  parseSplitItem,
} from './parse-input.ts';

test('accepts one to three resolvers with any separator, and URLs where they are supported', () => {
  expect(parseResolvers(' 9.9.9.9, 2620:fe::fe ', false)).toEqual(['9.9.9.9', '2620:fe::fe']);
  const encrypted = ['tls://dns.example', 'https://dns.example/dns-query'];
  expect(parseResolvers(encrypted.join(' '), true)).toEqual(encrypted);
  expect(parseResolvers(encrypted.join(' '), false)).toBeNull();
  expect(parseResolvers('1.1.1.1 1.0.0.1 9.9.9.9 8.8.8.8', true)).toBeNull();
  expect(parseResolvers('one.one.one.one', true)).toBeNull();
  expect(parseResolvers('', true)).toBeNull();
});

test('accepts unprivileged ports only', () => {
  expect(parsePort('1024')).toBe(1024);
  expect(parsePort('65535')).toBe(65_535);
  for (const typed of ['1023', '65536', '', '80', '8100.5', '8e3']) expect(parsePort(typed)).toBeNull();
});

test('accepts names of lists with a letter or a digit, up to 40 characters', () => {
  expect([parseSavedName(' Film nights '), parseSavedName('5'), parseSavedName('x'.repeat(40))]).toEqual([
    ...['Film nights', '5', 'x'.repeat(40)],
  ]);
  for (const typed of ['', ' ', '–', 'a\u{7}', 'x'.repeat(41)]) expect(parseSavedName(typed)).toBeNull();
});

test('accepts any port to forward', () => {
  expect([parseAnyPort('1'), parseAnyPort('65535')]).toEqual([1, 65_535]);
  for (const typed of ['0', '08', '65536', '', '1.5', '8e3']) expect(parseAnyPort(typed)).toBeNull();
});

test('accepts an absolute program path and a network with prefix length', () => {
  expect(parseSplitItem('app', ' /usr/bin/firefox ')).toEqual({ kind: 'app', path: '/usr/bin/firefox' });
  expect(parseSplitItem('app', 'firefox')).toBeNull();
  expect(parseSplitItem('network', '203.0.113.0/24')).toEqual({ kind: 'network', network: '203.0.113.0/24' });
  expect(parseSplitItem('network', '203.0.113.0')).toBeNull();
});

test('returns null for an empty network name and rejects long or invisible ones', () => {
  expect(parseNetworkName('  ')).toBeNull();
  expect(parseNetworkName(' Home ')).toBe('Home');
  expect(parseNetworkName('a'.repeat(61))).toBeUndefined();
  expect(parseNetworkName('Ho\u200Bme')).toBeUndefined();
});

test('offers the first unused port', () => {
  const proxy = (port: number) => ({ port, country: null, mode: 'sticky' as const, session: 'a1b2c3d4e5f6' });
  expect(nextPort({ localProxies: [], locationProxies: [] })).toBe(8100);
  const locationProxies = [{ port: 8101, location: 'jp-tyo' }];
  expect(nextPort({ localProxies: [proxy(8100), proxy(9000)], locationProxies })).toBe(8102);
});
