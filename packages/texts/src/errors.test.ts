import { describe, expect, it } from 'vitest';
import { errorText, ReadableError } from './errors.ts';

const DEFAULT =
  'An unknown error has occurred. If the problem persists, please contact support for assistance.';

describe('errorText chooses, in order', () => {
  it('an error that is a string', () => {
    expect(errorText('Said as it is').text).toBe('Said as it is');
  });

  it.each([
    [401, 'Unauthorized. Please reload page to login again'],
    [429, 'Too many requests'],
    [500, 'Something went wrong'],
  ])('the status %i before the code', (status, text) => {
    expect(errorText({ status, code: 'wrong_credentials', message: 'ignored' }).text).toBe(text);
  });

  it('the code before the message', () => {
    const error = { status: 422, code: 'wrong_credentials', message: 'other words' };
    expect(errorText(error).text).toBe('Wrong username or password.');
  });

  it("the API's first message when its code is not known here", () => {
    expect(errorText({ status: 418, code: 'teapot', message: 'Short|stout' }).text).toBe('Short');
  });

  it('a network failure and a readable error by their own words', () => {
    expect(errorText(Object.assign(new Error('fetch'), { name: 'NetworkError' })).text).toBe(
      'Unable to connect to our servers',
    );
    expect(errorText(new ReadableError('Plain words.')).text).toBe('Plain words.');
  });

  it.each([undefined, null, 7, '', {}, new TypeError('x is not a function'), { message: 'no status' }])(
    'the default with its title for %s',
    (error) => {
      expect(errorText(error)).toEqual({ title: 'Unknown Error', text: DEFAULT });
    },
  );
});
