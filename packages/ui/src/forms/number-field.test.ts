import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floorPasted, numberOf } from './number-field.tsx';

describe('a number field', () => {
  /** Types keys one by one, as a browser does: each key is appended to the remaining text. */
  const typed = (keys: string) =>
    [...keys].reduce<ReturnType<typeof numberOf>>(({ text, refused }, key) => numberOf(text + key, refused), {
      text: '',
      refused: null,
    });

  it.each([
    ['0.5', '0'],
    ['1.5', '1'],
    ['1,5', '1'],
    ['1e3', '1'],
    ['-1', ''],
    ['12 GB', '12'],
  ])('rejects %j and does not form another number from it', (keys, kept) => {
    expect(typed(keys)).toEqual({ text: kept, refused: kept });
  });

  it.each([
    ['5', '5'],
    ['05', '5'],
    ['007', '7'],
    ['0', '0'],
    ['100', '100'],
  ])('reads %j as %s, without leading zeros', (keys, kept) => {
    expect(typed(keys)).toEqual({ text: kept, refused: null });
  });

  it('accepts digits again after an edit', () => {
    expect(numberOf('1', '12')).toEqual({ text: '1', refused: null });
    expect(numberOf('', '0')).toEqual({ text: '', refused: null });
  });

  it('keeps digits only', () => {
    fc.assert(fc.property(fc.string(), (text) => /^\d*$/.test(numberOf(text, null).text)));
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
