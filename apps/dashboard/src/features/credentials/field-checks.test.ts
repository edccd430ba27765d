import { describe, expect, it } from 'vitest';
import { checkEmail, checkNewPassword, checkPassword } from './field-checks.ts';

describe('a field', () => {
  it.each([checkEmail, checkPassword, checkNewPassword])('wants a value, and spaces are none', (check) => {
    expect(check('')).toBe('Value is required');
    expect(check('  ')).toBe('Value is required');
  });

  it('takes an email address with spaces around it, and nothing that is none', () => {
    expect(checkEmail(' ada@example.org ')).toBe(true);
    for (const wrong of ['ada', 'ada@', '@example.org', 'ada@example', 'a da@example.org', 'ada@example.']) {
      expect(checkEmail(wrong)).toBe('Value is not a valid email address');
    }
  });

  it('asks for eight characters of a new password only', () => {
    expect(checkNewPassword('1234567')).toBe('This field should be at least 8 characters long');
    expect(checkNewPassword('12345678')).toBe(true);
    expect(checkPassword('1')).toBe(true);
  });
});
