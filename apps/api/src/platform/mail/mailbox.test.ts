import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+trial2@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
  ['ada.l@example.com', 'ada.l@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
  ['A.d-a_l@protonmail.com', 'adal@proton.me'],
  ['adal+x@pm.me', 'adal@proton.me'],
  ['ada@mac.com', 'ada@icloud.com'],
  ['ada.l@me.com', 'ada.l@icloud.com'],
  ['ada-l@ya.ru', 'adal@yandex.ru'],
  ['ada.l@Yandex.com', 'adal@yandex.ru'],
  ['shop@ada.fastmail.com', 'ada@fastmail.com'],
  ['ada+shop@fastmail.com', 'ada@fastmail.com'],
  ['ada-l@outlook.com', 'ada-l@outlook.com'],
])('%s is an address of the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('mailboxOf is idempotent, with any tag', () => {
  const local = fc.stringMatching(/^[a-z0-9.]{1,20}$/);
  const domain = fc.constantFrom(
    'gmail.com',
    'googlemail.com',
    'pm.me',
    'ya.ru',
    'a.fastmail.fm',
    'example.com',
  );
  fc.assert(
    fc.property(local, domain, fc.stringMatching(/^[a-z0-9+.]{0,10}$/), (name, host, tag) => {
      const mailbox = mailboxOf(`${name}@${host}`);
      expect(mailboxOf(mailbox)).toBe(mailbox);
      expect(mailboxOf(`${name}+${tag}@${host.toUpperCase()}`)).toBe(mailbox);
    }),
  );
});
