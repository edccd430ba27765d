import { expect, test } from 'vitest';
import { trustIn } from './trusted-proxies.ts';

test('trusts addresses and prefixes of both families, and no others', () => {
  const isTrusted = trustIn(['127.0.0.1', '10.1.0.0/16', '2001:db8::/32', '::1']);
  for (const address of ['127.0.0.1', '10.1.200.3', '2001:db8:1::5', '::1', '127.0.0.1']) {
    expect({ address, isTrusted: isTrusted(address) }).toEqual({ address, isTrusted: true });
  }
  for (const address of ['127.0.0.2', '10.2.0.1', '2001:db9::1', '::2', 'unknown', '', '10.1.0.0/16']) {
    expect({ address, isTrusted: isTrusted(address) }).toEqual({ address, isTrusted: false });
  }
});

test('recognises an IPv4 proxy by its IPv4-mapped IPv6 address too', () => {
  expect(trustIn(['127.0.0.1'])('::ffff:127.0.0.1')).toBe(true);
  expect(trustIn(['127.0.0.1'])('::ffff:127.0.0.2')).toBe(false);
});

test('rejects invalid addresses at the start', () => {
  expect(() => trustIn(['proxy.example'])).toThrow('proxy.example');
  expect(() => trustIn(['10.0.0.0/33'])).toThrow('10.0.0.0/33');
});

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '8.0.0.0/7',
  '2000::/3',
  '::/64',
  '::ffff:0.0.0.0/96',
  '::ffff:10.0.0.0/103',
])('refuses the prefix %s: far larger than our own proxies', (prefix) => {
  expect(() => trustIn(['127.0.0.1', prefix])).toThrow(prefix);
});

test.each(['10.0.0.0/8', '2001::/16', 'fd00::/16', '::ffff:10.0.0.0/104', '::1'])(
  'accepts the prefix %s',
  (prefix) => {
    expect(() => trustIn([prefix])).not.toThrow();
  },
);
