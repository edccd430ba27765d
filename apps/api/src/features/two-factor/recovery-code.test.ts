import { expect, test } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes, plainRecoveryCode } from './recovery-code.ts';

const pepper = new Uint8Array(32).fill(7);

test('ten different codes, without letters that look like digits', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
});

test('normalises a typed code', () => {
  for (const typed of ['01ab2-c3d4e', '01AB2C3D4E', ' OlaB2 c3d4e ', 'oIab2--c3d4e']) {
    expect(plainRecoveryCode(typed)).toBe('01ab2c3d4e');
  }
});

test('the hash depends only on the key, the owner and the code', () => {
  const hash = (key: Uint8Array, owner: string, code: string) =>
    hashOfRecoveryCode(key, owner, code).toString('hex');
  const one = hash(pepper, 'ada', '01ab2-c3d4e');
  expect(hash(pepper, 'ada', '01AB2 C3D4E')).toBe(one);
  expect(hash(new Uint8Array(32), 'ada', '01ab2-c3d4e')).not.toBe(one);
  expect(hash(pepper, 'bob', '01ab2-c3d4e')).not.toBe(one);
  expect(hash(pepper, 'ada', '01ab2-c3d4f')).not.toBe(one);
});
