import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, floorPasted } from './number-input.ts';

describe('a number field', () => {
  it('keeps digits only', () => {
    expect(digitsOf('1a2-3.4')).toBe('1234');
    fc.assert(fc.property(fc.string(), (text) => /^\d*$/.test(digitsOf(text))));
  });

  it.each([
    ['12', '12'],
    ['12.9', '12'],
    [' 12.9 GB', '12'],
    ['$0.99', '0'],
    ['.5', '0'],
    ['1,234.56', '1234'],
    ['1 234 567', '1234567'],
    ['0,5', '0'],
    ['1e3', '1000'],
    ['007', '7'],
    ['-3.5', ''],
    ['none', ''],
    ['', ''],
    ['1e400', ''],
    ['99999999999999999999', ''],
  ])('floors a pasted %j to %j', (pasted, digits) => {
    expect(floorPasted(pasted)).toBe(digits);
  });

  it('floors any pasted number', () => {
    const amounts = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(floorPasted(amount.toFixed(3))).toBe(String(Math.floor(Number(amount.toFixed(3)))));
      }),
    );
  });
});
