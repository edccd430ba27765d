import { expect, test } from 'vitest';
import { newOpenvpnPair } from './credentials.ts';

test('each half holds at least 128 bits, in characters valid in every form and file', () => {
  const { username, password } = newOpenvpnPair();
  for (const half of [username, password]) expect(half).toMatch(/^[a-km-np-z2-9]{26}$/);
  expect(26 * Math.log2(32)).toBeGreaterThanOrEqual(128);
});

test('repeats no pair and no half, and uses every character', () => {
  const halves = Array.from({ length: 500 }, newOpenvpnPair).flatMap(({ username, password }) => [
    username,
    password,
  ]);
  expect(new Set(halves).size).toBe(1000);
  expect(new Set(halves.join('')).size).toBe(32);
});
