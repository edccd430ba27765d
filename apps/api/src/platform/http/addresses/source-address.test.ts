import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocationOf, clientAddress, neighbourhoodOf, sameNetwork, sourceOf } from './source-address.ts';

const peer = '192.0.2.1';

describe('the address of a request', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', (claimed, address) => {
    expect(clientAddress(claimed, peer)).toBe(address);
  });

  test.each([
    '',
    'unknown',
    '_hidden',
    '999.1.1.1',
    '1.2.3.4.5',
    '<script>',
    '203.0.113.07',
    '1.2.3.4 ',
    ':::',
  ])('%j is not an address, so the peer address is used', (claimed) => {
    expect(clientAddress(claimed, peer)).toBe(peer);
  });

  test('any header yields an address in canonical form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (claimed) => {
        const address = clientAddress(claimed, peer);
        expect(clientAddress(address, undefined)).toBe(address);
        expect(address).toMatch(/^[0-9a-f:.]+$/);
      }),
    );
  });
});

test('all addresses of an IPv6 /64 are one source', () => {
  expect(sourceOf('2001:db8:1:2::1')).toBe(sourceOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
  expect(neighbourhoodOf('2001:db8:1:2::1')).toBe(neighbourhoodOf('2001:db8:1:3::1'));
  expect(neighbourhoodOf('2001:db8:1::1')).not.toBe(neighbourhoodOf('2001:db8:2::1'));
});

test('an IPv4 address is one source, and a /24 is a neighbourhood', () => {
  expect(sourceOf('203.0.113.7')).toBe('203.0.113.7');
  expect(neighbourhoodOf('203.0.113.7')).toBe(neighbourhoodOf('203.0.113.250'));
  expect(neighbourhoodOf('203.0.113.7')).not.toBe(neighbourhoodOf('203.0.114.7'));
});

test('a provider has many neighbourhoods', () => {
  expect(allocationOf('2001:db8:1::1')).toBe(allocationOf('2001:db8:ffff::1'));
  expect(allocationOf('2001:db8::1')).not.toBe(allocationOf('2001:db9::1'));
  expect(allocationOf('203.0.113.7')).toBe(allocationOf('203.0.1.7'));
  expect(allocationOf('203.0.113.7')).not.toBe(allocationOf('203.1.113.7'));
});

test('distinguishes two networks where possible', () => {
  expect(sameNetwork('203.0.113.7', '203.0.113.7')).toBe(true);
  expect(sameNetwork('203.0.113.7', '203.0.113.8')).toBe(false);
  expect(sameNetwork('2001:db8::1', '2001:db8::2')).toBe(true);
  expect(sameNetwork('2001:db8::1', '203.0.113.7')).toBeNull();
});
