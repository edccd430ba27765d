import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Email, renderEmail } from '../../src/platform/mail/email.ts';
import { emailSamples } from './email-samples.ts';

const source = join(import.meta.dirname, '../../src');
const samples = Object.entries(emailSamples);
const customerSamples = samples.filter(([name]) => name !== 'support-to-operator');
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;

const termsOf = ({ facts = [] }: Email) =>
  Object.fromEntries(facts.map(({ term, value }) => [term, value] as const));

test('every function that composes an email has a sample', () => {
  const catalogue = readFileSync(join(import.meta.dirname, 'email-samples.ts'), 'utf8');
  const composers = globSync('features/**/emails.ts', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/^export function (\w+)/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(composers.length).toBeGreaterThan(30);
  expect(composers.filter((name) => !catalogue.includes(`.${name}(`))).toEqual([]);
});

test.each(samples)('%s: a plain subject, a preview, and every placeholder filled', (_name, email) => {
  expect(email.subject.length).toBeLessThanOrEqual(65);
  expect(email.subject).not.toMatch(/[!]|\.$/);
  expect(email.preview).not.toBe('');
  expect(email.preview).not.toBe(email.subject);
  expect(JSON.stringify(email)).not.toMatch(/\{\w+\}|undefined|null/);
});

test.each(samples)(
  '%s: one button at most, the same links in both parts, short lines',
  async (_name, email) => {
    const { html, text } = await renderEmail(email);
    const urls = [email.action?.url, email.secondAction?.url].filter((url) => url !== undefined);
    expect([...html.matchAll(/class="button"/g)]).toHaveLength(email.action === undefined ? 0 : 1);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replaceAll('&amp;', '&'))).toEqual(
      urls,
    );
    expect([...text.matchAll(/\S+:\/\/\S+/g)].map(([url]) => url)).toEqual(urls);
    const lines = text.split('\n').filter((line) => !line.includes('://'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(html).toContain('Comet');
  },
);

test('no customer reads an id of 36 characters', () => {
  for (const [name, { secondAction: _link, action: _action, ...words }] of customerSamples)
    expect(JSON.stringify(words), name).not.toMatch(uuid);
});

test('a receipt has the plan, its dates, the tax, the invoice and the way to a first device', () => {
  const receipt = emailSamples['receipt-plan'] as Email;
  expect(termsOf(receipt)).toEqual({
    Item: 'Comet VPN, 12 months',
    Period: '24 November 2026 to 24 December 2027',
    Free: '1 month, included',
    Total: '$71.26, includes $11.38 tax',
    'Paid with': 'Card ending 4242',
    Date: '24 November 2026',
    'Next payment': '$71.26, tax included, on 24 December 2027',
    Refund: 'Full refund until 24 December 2026',
    Order: 'CV-7K3M9Q',
  });
  expect(receipt.action).toEqual({
    label: 'Connect a device',
    url: 'https://dash.comet.example/dash/devices',
  });
  expect(receipt.secondAction).toEqual({
    label: 'Invoice (PDF)',
    url: 'https://dash.comet.example/dash/billing/invoice/01a22166-281b-7842-9678-c1ad3e6accaa',
  });
});

test('a receipt promises only what was sold: no tax, renewal, refund or invoice where there is none', () => {
  const crypto = emailSamples['receipt-crypto'] as Email;
  expect(termsOf(crypto)).toMatchObject({
    Total: '$60.48, no tax',
    'Next payment': 'None. This doesn’t renew.',
  });
  expect(termsOf(crypto)).not.toHaveProperty('Refund');
  expect(crypto.secondAction).toBeUndefined();
  const returned = emailSamples['receipt-returned'] as Email;
  expect(Object.keys(termsOf(returned))).toEqual(['Item', 'Total', 'Paid with', 'Date', 'Order']);
  const renewed = emailSamples['receipt-renewal'] as Email;
  expect([renewed.action?.label, termsOf(renewed)['Refund']]).toEqual(['View your plan', undefined]);
});

test('emails about refunds, cancellations, reminders and trials state the sum and the dates', () => {
  const stated = {
    'refund-requested': ['$71.26', '24 November 2026', 'CV-7K3M9Q'],
    'refund-approved': ['$71.26', '26 November 2026', 'The plan it paid for has ended.'],
    'refund-approved-part': ['$10.00', '26 November 2026', 'keeps working'],
    'refund-declined': ['$71.26', '26 November 2026'],
    'plan-cancelled': ['The $71.26 due on 24 December 2027 won’t be charged.', 'until 24 December 2027'],
    'plan-cancelled-past-due': ['You won’t be charged again.', 'until 29 November 2026'],
    'plan-renews': ['$59.88 plus any tax, on 1 December 2026', '12 months'],
    'plan-ends': ['1 December 2026'],
    'payment-failed': ['$71.26', '1 December 2026'],
    'trial-started': ['$11.99 plus any tax, on 27 November 2026'],
    'trial-ends': ['$11.99 plus any tax, on 25 November 2026'],
  } as const;
  for (const [name, parts] of Object.entries(stated))
    for (const part of parts) expect(JSON.stringify(emailSamples[name]), name).toContain(part);
});
