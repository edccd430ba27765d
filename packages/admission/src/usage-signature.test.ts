import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { newProofKey, signDpop } from './dpop.ts';
import { isUsageReportOf, signUsageReport } from './usage-signature.ts';

const { privateKey, publicKey } = newProofKey();
const key = createPrivateKey(privateKey);
const spki = Buffer.from(publicKey, 'base64');
const report = Buffer.from('{"gateway":"one"}');

test('accepts the signature of the report with the same key only', () => {
  const signature = signUsageReport(key, report);
  expect(isUsageReportOf(spki, report, signature)).toBe(true);
  expect(isUsageReportOf(spki, Buffer.from('{"gateway":"two"}'), signature)).toBe(false);
  expect(isUsageReportOf(Buffer.from(newProofKey().publicKey, 'base64'), report, signature)).toBe(false);
});

test('accepts no other signature of the key', () => {
  const proof = signDpop(key, { method: 'POST', path: '/', token: 'x' }, 1_700_000_000);
  const [head = '', body = '', signature = ''] = proof.split('.');
  expect(isUsageReportOf(spki, Buffer.from(`${head}.${body}`), signature)).toBe(false);
});

test.each(['', 'x', 'A'.repeat(86), '='.repeat(86), 'A'.repeat(10_000)])(
  'refuses the signature %j',
  (text) => {
    expect(isUsageReportOf(spki, report, text)).toBe(false);
  },
);
