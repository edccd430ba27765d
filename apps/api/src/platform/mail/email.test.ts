import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceFact, type Email, renderEmail, timeFact } from './email.ts';

const url = 'https://dashboard.example/verify-email/confirm?token=abc';
const plain: Email = {
  subject: 'Confirm',
  preview: 'One link.',
  heading: 'Confirm your address',
  paragraphs: ['First <b>this</b>.', 'Then that.'],
  facts: [
    { term: 'Device', value: 'Firefox on Linux' },
    { term: 'Address', value: '203.0.113.7' },
  ],
  action: { label: 'Confirm', url },
  footnote: 'It was you.',
};

/** Every URL that a mail program could link, in HTML or text. */
const linksOf = (rendered: { readonly html: string; readonly text: string }) => [
  ...[...rendered.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]),
  ...[...rendered.text.matchAll(/\S+:\/\/\S+/g)].map((match) => match[0]),
];

test('has the same content as HTML and plain text, with its link in both', async () => {
  const { html, text } = await renderEmail(plain);
  expect(html).toContain('First &lt;b&gt;this&lt;/b&gt;.');
  expect(html).toContain('>Firefox on Linux</td>');
  expect(html).not.toMatch(/<img|url\(|https?:\/\/(?!dashboard\.example|www\.w3\.org)/);
  expect(linksOf({ html, text })).toEqual([url, url]);
  expect(text).toBe(`Confirm your address

First <b>this</b>.

Then that.

Device:   Firefox on Linux
Address:  203.0.113.7

Confirm:
${url}

-- 
It was you.`);
});

test('has a second link after its button, in both parts, with a label that stays text', async () => {
  const secondAction = { label: 'Invoice <b>evil.example</b>', url: 'https://dashboard.example/invoice' };
  const { html, text } = await renderEmail({ ...plain, secondAction });
  expect(linksOf({ html, text })).toEqual([url, secondAction.url, url, secondAction.url]);
  expect(html).not.toMatch(/<b>|evil\.example/);
  expect(text).toMatch(/:\nhttps:\/\/dashboard\.example\/invoice\n\n-- \n/);
});

test('wraps long paragraphs in the plain text', async () => {
  const { text } = await renderEmail({ ...plain, paragraphs: ['word '.repeat(60)] });
  const maxLineLength = Math.max(...text.split('\n').map((line) => line.length));
  expect(maxLineLength).toBeLessThanOrEqual(72);
});

test.each([
  ['a line break that would inject a header or a line', 'Mac\r\nBcc: all'],
  ['markup', '<a href="https://evil.example">Click</a><script>alert(1)</script>'],
  ['a URL', 'Win a prize at https://evil.example/login or www.evil.example'],
  ['a bare domain', 'evil.example'],
  ['right-to-left override characters', '\u202Emoc.elpmaxe'],
])('%s in user input stays text', async (_what, value) => {
  const rendered = await renderEmail({
    ...plain,
    subject: `Signed in: ${value}`,
    preview: value,
    heading: value,
    paragraphs: [`“${value}” signed in.`],
    facts: [{ term: 'Device', value }],
    footnote: value,
  });
  expect(rendered.subject).not.toMatch(/[\p{Cc}\u202E]/u);
  expect(rendered.text).not.toMatch(/^Bcc/m);
  expect(rendered.html).not.toMatch(/<script|<a[^>]+evil|\u202E/);
  expect(rendered.html + rendered.text).not.toMatch(/evil\.example|:\/\/evil/);
  expect(linksOf(rendered)).toEqual([url, url]);
});

test('the only link is the action of the email, for any name', async () => {
  const parts = `< > " ' & . : / // @ = ( ) [ ] \n \r \t \u202E \u2028 a http www. evil.example`;
  const signs = parts.split(' ');
  const name = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((chosen) => chosen.join(''));
  const withName = (value: string) => renderEmail({ ...plain, facts: [{ term: 'Device', value }] });
  const lines = (await withName('x')).text.split('\n').length;
  await fc.assert(
    fc.asyncProperty(name, async (value) => {
      const rendered = await withName(value);
      expect(linksOf(rendered)).toEqual([url, url]);
      expect(rendered.text.split('\n')).toHaveLength(lines);
    }),
    { numRuns: 60 },
  );
});

test('leaves versions, IP addresses and email addresses unchanged, so that they can be copied', async () => {
  const value = 'Safari 18.1 from 203.0.113.7 for ada.b+c@mail.example';
  const { text } = await renderEmail({ ...plain, facts: [{ term: 'Device', value }] });
  expect(text).toContain(value);
});

test('keeps dates, times with their zone and amounts with their unit on one line', async () => {
  const paragraphs = [
    'By 24 December 2027 at 09:41 UTC, the first 30 free days and 2.00 GB; 24 hours. In 2 other ways.',
  ];
  const { html } = await renderEmail({ ...plain, paragraphs });
  expect(html.replaceAll('&nbsp;', '\u00a0')).toContain(
    'By 24\u00a0December\u00a02027 at 09:41\u00a0UTC, the first 30\u00a0free\u00a0days and 2.00\u00a0GB; 24\u00a0hours. In 2 other ways.',
  );
});

test('describes a device by its known properties', () => {
  expect(deviceFact({ name: 'Firefox', platform: 'linux' }).value).toBe('Firefox on Linux');
  expect(deviceFact({ name: 'Comet', platform: null }).value).toBe('Comet');
  expect(deviceFact({ name: null, platform: 'ios' }).value).toBe('An unknown app on iOS');
  expect(deviceFact({ name: null, platform: null }).value).toBe('An unknown app');
});

test('shows a time in UTC, with its zone', () => {
  expect(timeFact(new Date('2026-11-21T12:05:59Z'))).toEqual({
    term: 'Time',
    value: '21 November 2026 at 12:05 UTC',
  });
});
