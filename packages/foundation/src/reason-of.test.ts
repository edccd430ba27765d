import { expect, test } from 'vitest';
import { reasonOf } from './reason-of.ts';

const id = '0123456789abcdef0123456789abcdef';

test('a failure of the API is followed by its request id', () => {
  const failure = Object.assign(new Error('Too many requests'), { requestId: id, email: 'ada@example.com' });
  expect(reasonOf(failure)).toBe(`Too many requests (request ${id})`);
});

test.each([
  [new Error('no route'), 'no route'],
  [Object.assign(new Error('x'), { requestId: null }), 'x'],
  [Object.assign(new Error('x'), { requestId: 'anything\nelse' }), 'x'],
  ['a text', 'unknown'],
])('%s is logged as %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
