import { describe, expect, it } from 'vitest';
import { addressesOf, limitAsTyped, limitOf, wrongAddresses } from './user-fields.ts';

describe('the limit of a user', () => {
  it.each([
    ['', null],
    [' ', null],
    ['5', 5e9],
    ['100000', 1e14],
    ['0', undefined],
    ['100001', undefined],
    ['1.5', undefined],
    ['-1', undefined],
  ])('%j is %j bytes', (typed, bytes) => {
    expect(limitOf(typed)).toBe(bytes);
  });

  it('is shown as entered', () => {
    expect([null, 5e9].map(limitAsTyped)).toEqual(['', '5']);
  });

  it('keeps its exact value unless edited, also if it is not a whole number of gigabytes', () => {
    expect(limitOf(limitAsTyped(1.5e9), 1.5e9)).toBe(1.5e9);
    expect(limitOf('3', 1.5e9)).toBe(3e9);
    expect(limitOf('', 1.5e9)).toBeNull();
  });
});

describe('the allow-list of a user', () => {
  it('is read by lines, spaces and commas, in both families', () => {
    expect(addressesOf(' 203.0.113.9\n2001:db8::1, 198.51.100.1 ')).toEqual([
      '203.0.113.9',
      '2001:db8::1',
      '198.51.100.1',
    ]);
    expect(wrongAddresses('')).toBeNull();
    expect(wrongAddresses('203.0.113.9\n2001:db8::1')).toBeNull();
  });

  it('names an invalid address, a duplicate, or one too many', () => {
    expect(wrongAddresses('203.0.113.9 203.0.113')).toBe('203.0.113 is not an IP address');
    expect(wrongAddresses('203.0.113.0/24')).toBe('203.0.113.0/24 is not an IP address');
    expect(wrongAddresses('203.0.113.9 203.0.113.9')).toBe('203.0.113.9 is listed twice');
    const many = Array.from({ length: 33 }, (_, last) => `203.0.113.${last}`).join('\n');
    expect(wrongAddresses(many)).toBe('At most 32 IP addresses');
  });
});
