import { expect, test } from 'vitest';
import { networkNameIn, nextPort, portIn, resolversIn, splitItemIn } from './written.ts';

test('takes one to three addresses of resolvers, however they are separated, and nothing else', () => {
  expect(resolversIn(' 9.9.9.9, 2620:fe::fe ')).toEqual(['9.9.9.9', '2620:fe::fe']);
  expect(resolversIn('1.1.1.1 1.0.0.1 9.9.9.9 8.8.8.8')).toBeNull();
  expect(resolversIn('one.one.one.one')).toBeNull();
  expect(resolversIn('')).toBeNull();
});

test('takes only ports that a program of a user may open', () => {
  expect(portIn('1024')).toBe(1024);
  expect(portIn('65535')).toBe(65_535);
  for (const typed of ['1023', '65536', '', '80', '8100.5', '8e3']) expect(portIn(typed)).toBeNull();
});

test('takes a program by its whole path and a network by its length', () => {
  expect(splitItemIn('app', ' /usr/bin/firefox ')).toEqual({ kind: 'app', path: '/usr/bin/firefox' });
  expect(splitItemIn('app', 'firefox')).toBeNull();
  expect(splitItemIn('network', '203.0.113.0/24')).toEqual({ kind: 'network', network: '203.0.113.0/24' });
  expect(splitItemIn('network', '203.0.113.0')).toBeNull();
});

test('calls a network after its router when nothing was typed, and refuses names that cannot be read', () => {
  expect(networkNameIn('  ')).toBeNull();
  expect(networkNameIn(' Home ')).toBe('Home');
  expect(networkNameIn('a'.repeat(61))).toBeUndefined();
  expect(networkNameIn('Ho\u200Bme')).toBeUndefined();
});

test('offers a port that leads nowhere yet', () => {
  const proxy = (port: number) => ({ port, country: null, mode: 'sticky' as const, session: 'a1b2c3d4e5f6' });
  expect(nextPort([])).toBe(8100);
  expect(nextPort([proxy(8100), proxy(8101), proxy(9000)])).toBe(8102);
});
