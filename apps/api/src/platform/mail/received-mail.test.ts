import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlText } from './received-mail.ts';
import { readMail } from './received-mail.ts';

const mail = (headers: string, body: string) => Buffer.from(`${headers}\r\n\r\n${body}`);
const from = 'From: Grace <Grace@Comet.example>';

test('reads sender, id, text and files of a mail', async () => {
  const raw = mail(
    `${from}\r\nMessage-ID: <one@mail.example>\r\nContent-Type: multipart/mixed; boundary=b`,
    '--b\r\nContent-Type: text/plain\r\n\r\nTry\u202e TCP.\u0007\r\n--b\r\nContent-Type: text/html; name="../../a.html"\r\nContent-Disposition: attachment; filename="../../a.html"\r\n\r\n<b>x</b>\r\n--b--',
  );
  const read = await readMail(raw);
  expect(read).toMatchObject({ sender: 'grace@comet.example', id: 'one@mail.example', isAutomatic: false });
  expect(read?.text).toBe('Try TCP.');
  expect(read?.files.map(({ name, content }) => [name, content.toString().trim()])).toEqual([
    ['....a.html', '<b>x</b>'],
  ]);
});

test('converts HTML to its text', async () => {
  const html =
    '<head><title>t</title></head><style>p{}</style><p>Try&nbsp;<b>TCP</b> &amp; wait.<br>Then&#x21;<script>alert(1)</script><!-- > --><img src=x onerror=alert(2)>';
  const read = await readMail(mail(`${from}\r\nContent-Type: text/html`, html));
  expect(read?.text).toBe('Try TCP & wait.\nThen!');
  for (const bomb of [
    '<'.repeat(200_000),
    '<!--'.repeat(100_000),
    '&'.repeat(200_000),
    '<p '.repeat(100_000),
  ])
    expect(htmlText(bomb).length).toBeLessThan(300_000);
});

test.each([
  'Auto-Submitted: auto-replied',
  'Precedence: bulk',
  'List-Id: <list.example>',
  'Precedence: auto-reply',
  'X-Autoreply: yes',
  'X-Failed-Recipients: a@b.example',
  'Return-Path: <>',
  'Content-Type: multipart/report; boundary=b',
])('detects an automatic mail by %s', async (header) => {
  expect(await readMail(mail(`${from}\r\n${header}`, 'I am away.'))).toMatchObject({ isAutomatic: true });
});

test.each([
  '"Müller, Eva" <eva@x.example>',
  '=?utf-8?q?M=C3=BCller=2C_Eva?= <eva@x.example>',
  '"a\\" <a@b.example>" <eva@x.example>',
  'eva@x.example (Eva, of X)',
  'eva@x.example <eva@x.example>',
])('finds the sender’s address with any display name: %s', async (written) => {
  expect((await readMail(mail(`From: ${written}`, 'x')))?.sender).toBe('eva@x.example');
});

test('rejects a mail without exactly one sender and a decompression bomb', async () => {
  const nested = Array.from(
    { length: 200 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  );
  for (const raw of [
    mail('Subject: none', 'x'),
    mail(`${from}\r\nFrom: other@comet.example`, 'x'),
    mail('From: team: a@b.example, c@d.example;', 'x'),
    mail('From: a@b.example, c@d.example', 'x'),
    mail('From: <a@b.example> <c@d.example>', 'x'),
    mail('From: a@b.example c@d.example', 'x'),
    mail('From: <>', 'x'),
    mail(`From: ${'"\\'.repeat(50_000)} <a@b.example>`, 'x'),
    mail(`${from}\r\n${nested.join('')}`, 'x'),
    mail(`${from}\r\nX: ${'y'.repeat(200_000)}`, 'x'),
  ])
    expect(await readMail(raw)).toBeNull();
});

test('never throws for any bytes, and the result can be stored', async () => {
  const piece = fc.constantFrom(
    'From: a@b.example\r\n',
    'Content-Type: multipart/mixed; boundary=b\r\n',
    '\r\n',
    '--b\r\n',
    '--b--',
    'Message-ID: <\0>\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    '\u0000\ud800',
    '=?utf-8?b?AAAA?=',
    '<p>&#0;&#xd800;',
    'Content-Type: text/html; charset=x\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), async (pieces) => {
      const read = await readMail(Buffer.from(`From: a@b.example\r\n${pieces.join('')}`));
      const kept = JSON.stringify(read);
      expect(kept.includes('\\u0000') || /\\ud[89a-f]/i.test(kept)).toBe(false);
    }),
    { numRuns: 150 },
  );
});
