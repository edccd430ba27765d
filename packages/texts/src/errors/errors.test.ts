import { errorCodes } from '@comet/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureTexts, fetchErrorWords } from './error-catalogue.ts';
import { errorText, ReadableError } from './errors.ts';

const DEFAULT =
  'An unknown error has occurred. If the problem persists, please contact support for assistance.';

beforeAll(fetchErrorWords);

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

  it('a network failure and a readable error have their own text', () => {
    expect(errorText(Object.assign(new Error('fetch'), { name: 'NetworkError' })).text).toBe(
      'Unable to connect to our servers',
    );
    expect(errorText(new ReadableError('Plain words.')).text).toBe('Plain words.');
  });

  it('a response of a proxy instead of the API is an internal error', () => {
    const error = Object.assign(new Error('HTTP 502'), { name: 'NetworkError', proxyStatus: 502 });
    expect(errorText(error)).toEqual({ title: null, text: 'Something went wrong' });
  });

  it.each([undefined, null, 7, '', {}, new TypeError('x is not a function'), { message: 'no status' }])(
    'the default with its title for %s',
    (error) => {
      expect(errorText(error)).toEqual({ title: 'Unknown Error', text: DEFAULT });
    },
  );
});

/** The error catalogue of the product specification: name, error and text of each row. */
const rows: readonly (readonly [string, unknown, string])[] = [
  ['429', responseOf(429, 'too_many_requests'), 'Too many requests'],
  ['401', responseOf(401, 'unauthorized'), 'Unauthorized. Please reload page to login again'],
  ['500', responseOf(500, 'internal_error'), 'Something went wrong'],
  ['no connection', named('NetworkError'), 'Unable to connect to our servers'],
  ['anything else', new Error('x'), DEFAULT],
  ['wrong credentials', coded('wrong_credentials'), 'Wrong username or password.'],
  [
    'deleted account',
    coded('account_deleted'),
    'This account was recently deleted. Please create a new one or contact support to recover old one.',
  ],
  ['wrong one-time code', coded('two_factor_code_wrong'), 'The one time code you entered was incorrect.'],
  ['wrong recovery code', coded('recovery_code_wrong'), 'The recovery code you entered was incorrect.'],
  [
    'failed authentication',
    coded('authentication_failed'),
    'Authentication failed. Please log in and try again.',
  ],
  [
    'expired session',
    new ReadableError(failureTexts.sessionExpired),
    'Session expired. Please sign in to continue.',
  ],
  ['unknown link', coded('link_invalid'), 'Invalid confirmation link.'],
  ['expired link', coded('link_expired'), 'Your email verification link has expired.'],
  [
    'email not changed',
    new ReadableError(failureTexts.emailNotChanged),
    'Email change failed: There was an error changing your email. Please try again later.',
  ],
  [
    'message not sent',
    new ReadableError(failureTexts.messageNotSent),
    'Something went wrong and your message has not been sent.',
  ],
  ['no Paddle', coded('payment_unavailable'), 'Paddle is currently unavailable. Please try again later.'],
  [
    'no product',
    coded('product_not_found'),
    'No product found. Please check your information and try again.',
  ],
  ['no payment', coded('payment_not_started'), 'Payment cannot be started. Please try again later.'],
  [
    'no clipboard',
    new ReadableError(failureTexts.clipboard),
    'We couldn’t copy this. Select it and copy it yourself.',
  ],
];

describe('the catalogue contains the exact text', () => {
  it.each(rows)('%s', (_, failure, text) => {
    expect(errorText(failure).text).toBe(text);
  });

  it.each(Object.entries(errorCodes))('%s has its own text', (code, { status, text }) => {
    const said = errorText(responseOf(status, code)).text;
    // The text of the three statuses has priority, so no other code may be sent with them.
    expect(said).toBe(text);
    expect(said).toMatch(/^[A-Z][^{}|]+$/);
  });
});

function responseOf(status: number, code: string) {
  return { name: 'ApiError', status, code, message: 'words that nobody reads' };
}

function coded(code: keyof typeof errorCodes) {
  return responseOf(errorCodes[code].status, code);
}

function named(name: string) {
  return Object.assign(new Error('x'), { name });
}
