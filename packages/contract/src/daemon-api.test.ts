import { expect, test } from 'vitest';
import { api } from './api.ts';
import { daemonApi } from './daemon-api.ts';

test('the daemon’s calls have the same names and definitions as in the contract', () => {
  expect(Object.entries(api)).toEqual(expect.arrayContaining(Object.entries(daemonApi)));
});
