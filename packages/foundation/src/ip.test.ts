import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatIp, isCidr, isIpv4, isIpv6, networkOf, parseCidr, parseIp } from './ip.ts';

const nearlyIp = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.string({ unit: fc.constantFrom('0', '1', 'f', ':', '::', '.', '255', '%', ' ', '\n'), maxLength: 14 }),
);

describe('an IP address', () => {
  test('accepts the same addresses as the platform, except zones', () => {
    fc.assert(
      fc.property(nearlyIp, (text) => {
        expect(isIpv4(text)).toBe(isIPv4(text));
        expect(isIpv6(text)).toBe(isIPv6(text) && !text.includes('%'));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(['01.2.3.4', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.4\n', ' 1.2.3.4', '0x1.2.3.4', ''])(
    'is not %j',
    (text) => {
      expect(parseIp(text)).toBeNull();
    },
  );

  test.each([
    ['::', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['192.0.2.1', '192.0.2.1'],
  ])('writes %s as %s', (text, canonical) => {
    const address = parseIp(text);
    expect(address === null ? null : formatIp(address)).toBe(canonical);
  });

  test('reads back an address that was written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseIp(text);
        expect(address === null ? null : parseIp(formatIp(address))).toEqual(address);
      }),
    );
  });
});

describe('a prefix', () => {
  test.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8\n',
    '10.0.0.0/8/8',
    '/8',
  ])('is not %j', (text) => {
    expect(isCidr(text)).toBe(false);
  });

  test.each([
    ['10.1.2.3/24', '10.1.2.0/24'],
    ['10.1.2.3/20', '10.1.0.0/20'],
    ['10.1.2.3/0', '0.0.0.0/0'],
    ['10.1.2.3/32', '10.1.2.3/32'],
    ['2001:db8::ffff/113', '2001:db8::8000/113'],
    ['fd00:c0:e7::5/64', 'fd00:c0:e7::/64'],
  ])('%s is in the network %s', (text, network) => {
    const prefix = parseCidr(text);
    expect(prefix === null ? null : networkOf(prefix)).toBe(network);
  });
});
