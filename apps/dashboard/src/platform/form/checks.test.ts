import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailAddress, firstFailure, minLength, required, sameAs } from './checks.ts';

const resultOf = (checks: Parameters<typeof firstFailure>[0], value: string, values = {}) =>
  firstFailure(checks, value, values);

describe('a field', () => {
  it('requires a value other than white space', () => {
    for (const empty of ['', ' ', '\t', '\n ', '\u00a0'])
      expect(resultOf([required], empty)).toBe('Value is required');
    expect(resultOf([required], ' x ')).toBe(true);
  });

  it('accepts an email address with spaces around it, and rejects anything else', () => {
    expect(resultOf([required, emailAddress], ' ada@example.org ')).toBe(true);
    for (const wrong of ['ada', 'ada@', '@example.org', 'ada@example', 'a da@example.org', 'ada@example.']) {
      expect(resultOf([emailAddress], wrong)).toBe('Value is not a valid email address');
    }
  });

  it('counts the characters of a value, spaces included', () => {
    expect(resultOf([minLength(8)], '1234567')).toBe('This field should be at least 8 characters long');
    expect(resultOf([minLength(8)], '123 5678')).toBe(true);
    expect(resultOf([minLength(12)], '12345678')).toBe('This field should be at least 12 characters long');
  });

  it('compares with another field exactly', () => {
    const again = [required, sameAs('newPassword', 'new password')];
    expect(resultOf(again, 'one', { newPassword: 'one' })).toBe(true);
    for (const other of ['One', 'one ', 'two'])
      expect(resultOf(again, 'one', { newPassword: other })).toBe(
        'The value must be equal to the new password value',
      );
  });

  it('returns the first failed check', () => {
    expect(resultOf([required, minLength(8)], '  ')).toBe('Value is required');
  });

  it('checks an optional field only when it is not empty', () => {
    fc.assert(
      fc.property(fc.constantFrom('', ' ', '\t\n'), (empty) => {
        expect(resultOf([emailAddress, minLength(8)], empty)).toBe(true);
      }),
    );
  });
});
