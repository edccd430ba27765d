import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleErrors } from './rules.ts';

describe('ruleErrors', () => {
  it('formats rules that have a template', () => {
    expect(ruleErrors(['email.email', 'password.min_length:8'], 'a|b')).toEqual({
      email: 'Please enter a valid email address',
      password: 'The password must be at least 8 characters long',
    });
    expect(ruleErrors(['email.required'], 'x')).toEqual({ email: 'Email cannot be empty' });
    expect(ruleErrors(['again.same_as:new_password'], 'x')).toEqual({
      again: 'The value must be equal to the new password value',
    });
  });

  it("takes the server's text at the same position for any other rule", () => {
    expect(ruleErrors(['email.email', 'password.common'], 'Bad|Too common')).toMatchObject({
      password: 'Too common',
    });
  });

  it('reads a limit that contains dots', () => {
    expect(ruleErrors(['amount.max:1.5'], 'At most 1.5')).toEqual({ amount: 'At most 1.5' });
  });

  it('keeps the first rule of a property', () => {
    expect(ruleErrors(['name.a', 'name.b'], 'first|second')).toEqual({ name: 'first' });
  });

  it('never throws and always returns a text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (rules, message) => {
        for (const [property, words] of Object.entries(ruleErrors(rules, message)))
          expect(words !== '' || property.trim() === '').toBe(true);
      }),
    );
  });
});
