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
  'password123456',
  'Password123456!',
  'iloveyou!!!!!!',
  'Winter2026!!',
  'dragon-123456',
  'pass-word',
  'password_password',
  'Password1Password1',
  'qwertyqwerty',
  'abcabcabc',
  'abcdefgh',
  '12345678901234',
  '98765432109',
  '１２３４５６７８９０',
  'Ｐａｓｓｗｏｒｄ１！',
  'passwörd1',
])('refuses %s: breached, or similar to a breached password', (password) => {
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
  'кошка ходит сама по себе',
  'vexing-Harbor-93-kiln',
  'horse-1234-battery-9876',
  'q7vq7w!q7x',
  '^&*()_+=-?',
  'a^&!)_+=-?',
  '🦊🐢🦝🐻🐿🦔',
])('accepts %s', (password) => {
  expect(isCommonPassword(password, 'ada@example.com')).toBe(false);
});

test.each(['Ada.Lovelace@example.com', 'ada.lovelace', 'Ada.Lovelace1815!', '!ada.lovelace@example.com'])(
  'refuses %s: equal or similar to the address',
  (password) => {
    expect(isCommonPassword(password, 'ada.lovelace@example.com')).toBe(true);
  },
);

test('accepts a password that contains a part of the address', () => {
  expect(isCommonPassword('lovelace weaves algebra', 'ada.lovelace@example.com')).toBe(false);
  expect(isCommonPassword('ada counts 7 looms', 'ada@example.com')).toBe(false);
});
