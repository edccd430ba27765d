import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyIn } from './receive-mail.ts';

const quote = 'On Sun, 22 Nov 2026 at 12:00, Comet <replies+o0@comet.example> wrote:\n> Hello\n> there';

test.each([
  ['above a quote', `Try TCP.\n\n${quote}`],
  [
    'above a quote whose first line was broken',
    `Try TCP.\n\nOn Sun, 22 Nov 2026 at 12:00, Comet Support\n<replies@comet.example> wrote:\n> Hello`,
  ],
  ['below a quote', `${quote}\n\nTry TCP.\n-- \nGrace`],
  ['above a signature', 'Try TCP.\n-- \nGrace\nComet'],
  [
    'above the header of another mail',
    'Try TCP.\n\nFrom: Comet <hello@comet.example>\nSent: Sunday\nTo: Grace\n\nHello',
  ],
  ['above a line', 'Try TCP.\n\n________________________________\nFrom: Comet'],
  ['in German', 'Try TCP.\n\nAm 22.11.2026 um 12:00 schrieb Comet <a@b.c>:\n> Hallo'],
  ['above quoted lines without an attribution line', 'Try TCP.\n\n> Hello\n>\n> there'],
])('finds the reply %s', (_where, mail) => {
  expect(replyIn(mail)).toBe('Try TCP.');
});

test('keeps text between quoted lines', () => {
  const mail = '> Does it work?\nYes.\n> Always?\nNo: From: here on it does not.';
  expect(replyIn(mail)).toBe(mail);
});

test('only shortens the text, in bounded time, for any input', () => {
  const line = fc.constantFrom('', '>', '> a', '-- ', 'On a b c d wrote:', 'From: a', 'To: b', 'words', '\t');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const left = replyIn(lines.join('\n')).split('\n');
      expect(left.every((one) => one === '' || lines.some((given) => given.trim() === one.trim()))).toBe(
        true,
      );
    }),
  );
  expect(replyIn('On '.repeat(50_000)).length).toBeGreaterThan(0);
});
