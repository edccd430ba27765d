import { expect, it } from 'vitest';
import { parseSearch, stringifySearch, texts } from './query-string.ts';

it('reads query values as strings: digits are not converted, and a repeated name keeps all its values', () => {
  expect(parseSearch('?token=0012&code=&a=1&a=2')).toEqual({ token: '0012', code: '', a: ['1', '2'] });
  expect(parseSearch('')).toEqual({});
});

it.each(['', '?x=1', '?redirect=%2Fdash%2F%3Fa%3Db', '?a=1&a=2&token=0012', '?empty='])(
  'a query is written as it was read: %j',
  (query) => {
    expect(stringifySearch(parseSearch(query))).toBe(query);
  },
);

it('omits an absent value from a query', () => {
  expect(stringifySearch({ redirect: '/dash', session: undefined })).toBe('?redirect=%2Fdash');
});

it('a screen gets the parameters that it names; an empty or repeated one is absent', () => {
  const validate = texts('token', 'code', 'part');
  expect(validate({ token: '0012', code: '', part: ['a', 'b'], other: '1' })).toEqual({ token: '0012' });
});
