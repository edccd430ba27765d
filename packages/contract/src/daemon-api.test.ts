import { expect, test } from 'vitest';
import { api } from './api.ts';
import { daemonApi } from './daemon-api.ts';

test('what the daemon calls is the contract that the API serves, by the same names', () => {
  expect(Object.entries(api)).toEqual(expect.arrayContaining(Object.entries(daemonApi)));
});
