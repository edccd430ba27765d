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
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('a mailbox is its own mailbox, with whatever tag', () => {
  const local = fc.stringMatching(/^[a-z0-9.]{1,20}$/);
  const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'example.com');
  fc.assert(
    fc.property(local, domain, fc.stringMatching(/^[a-z0-9+.]{0,10}$/), (name, host, tag) => {
      const mailbox = mailboxOf(`${name}@${host}`);
      expect(mailboxOf(mailbox)).toBe(mailbox);
      expect(mailboxOf(`${name}+${tag}@${host.toUpperCase()}`)).toBe(mailbox);
    }),
  );
});
