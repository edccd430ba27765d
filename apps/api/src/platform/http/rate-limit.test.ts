import { expect, test } from 'vitest';
import { sourceOf } from './rate-limit.ts';

test('an IPv6 customer is one source, whichever of its addresses it takes', () => {
  expect(sourceOf('2001:db8:1:2::1')).toBe(sourceOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
});

test('an IPv4 address counts as itself, also when it is mapped into IPv6', () => {
  expect(sourceOf('203.0.113.7')).toBe('203.0.113.7');
  expect(sourceOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
