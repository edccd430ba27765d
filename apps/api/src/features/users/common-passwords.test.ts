import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'Password1!',
  'password',
  'P@ssw0rd!',
  'Qwerty123!',
  'Summer2026!',
  'Welcome123',
  '!!Dragon99',
  'iloveyou22',
  'Charlie2026',
  'cometvpn1!',
  'aaaaaaaaaa',
])('%s is refused: it is breached, or close to what is', (password) => {
  expect(isCommonPassword(password, 'ada@example.com')).toBe(true);
});

test.each([
  'correct horse battery staple',
  'Tr0ub4dor&3xyz',
  'kT9#vLq2!xWz',
  'password of my own making',
  'summer-in-1987-was-warm',
  '語学は毎日続けると楽しい',
  '  spaces around  ',
])('%s is taken', (password) => {
  expect(isCommonPassword(password, 'ada@example.com')).toBe(false);
});

test('the address itself is refused', () => {
  expect(isCommonPassword('Ada.Lovelace@example.com', 'ada.lovelace@example.com')).toBe(true);
});
