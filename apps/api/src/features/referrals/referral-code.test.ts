import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatReferralCode, newReferralCode, readReferralCode } from './referral-code.ts';

const codes = fc
  .array(fc.integer({ min: 0, max: 30 }), { minLength: 7, maxLength: 7 })
  .map((values) => newReferralCode(() => values.pop() ?? 0));
const alphabet = '123456789ABCDEFGHJKMNPQRSTVWXYZ';

test('parses a code in every spelling', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(readReferralCode(code)).toBe(code);
      expect(readReferralCode(formatReferralCode(code))).toBe(code);
      expect(readReferralCode(` ${[...code.toLowerCase()].join(' ')}\n`)).toBe(code);
      expect(readReferralCode(code.replaceAll('1', 'l').replaceAll('V', 'u'))).toBe(code);
    }),
  );
});

test('detects one wrong character and two transposed neighbours', () => {
  fc.assert(
    fc.property(codes, fc.nat(7), fc.constantFrom(...alphabet.split('')), (code, place, character) => {
      const wrong = code.slice(0, place) + character + code.slice(place + 1);
      if (wrong !== code) expect(readReferralCode(wrong)).toBeNull();
      const [one, other] = [code[place], code[place + 1]];
      if (one === undefined || other === undefined || one === other) return;
      expect(readReferralCode(code.slice(0, place) + other + one + code.slice(place + 2))).toBeNull();
    }),
  );
});

test.each(['', 'K7QM', 'K7QM-3XWP-1', '🦊🦊🦊🦊', '00000000'])('%j is invalid', (text) => {
  expect(readReferralCode(text)).toBeNull();
});
