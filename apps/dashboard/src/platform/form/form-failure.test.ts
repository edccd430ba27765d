import { fetchErrorWords } from '@comet/texts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../data/api.ts';
import { formFailure } from './form-failure.ts';

const refused = (code: string, rules: readonly string[] = [], message = 'words', status = 422) =>
  new ApiError(status, { code, message, rules }, null);

beforeAll(fetchErrorWords);

describe('the failure of a form', () => {
  it('puts each broken rule at its field with the text at the same position, in the order of the fields', () => {
    const error = refused('validation_failed', ['new_password.too_common', 'email.email'], 'Too easy|Bad');
    expect(formFailure(error, ['email', 'newPassword'])).toEqual({
      fields: [
        ['email', 'Please enter a valid email address'],
        ['newPassword', 'Too easy'],
      ],
      whole: null,
    });
  });

  it('puts rules of unknown fields above the form, and the others at their fields', () => {
    const error = refused('validation_failed', ['email.email', 'body.type:object'], 'a|The body is none');
    expect(formFailure(error, ['email'])).toEqual({
      fields: [['email', 'Please enter a valid email address']],
      whole: { title: null, text: 'The body is none' },
    });
  });

  it('puts the code of a field at that field, and any other code above', () => {
    const codes = { current_password_wrong: 'password' } as const;
    expect(formFailure(refused('current_password_wrong'), ['password'], codes)).toEqual({
      fields: [['password', 'The password you entered isn’t correct']],
      whole: null,
    });
    expect(formFailure(refused('wrong_credentials'), ['password'], codes)).toEqual({
      fields: [],
      whole: { title: null, text: 'Wrong username or password.' },
    });
  });

  it('puts an error without an API response above, with its title', () => {
    expect(formFailure(new TypeError('x is undefined'), ['email']).whole?.title).toBe('Unknown Error');
    expect(formFailure('As it is', ['email']).whole).toEqual({ title: null, text: 'As it is' });
  });
});
