import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyPaddleSignature } from './paddle-signature.ts';

const now = 1_795_000_000;
const body = Buffer.from('{"event_id":"evt_1"}');
const h1 = (secret: string, ts = now) =>
  createHmac('sha256', secret).update(`${ts}:`).update(body).digest('hex');
const check = (header: string | undefined, secrets = ['current']) =>
  verifyPaddleSignature(header, body, { secrets, now });

test('accepts a signature by any active secret, at any position', () => {
  expect(check(`ts=${now};h1=${h1('current')}`)).toBeNull();
  expect(check(`ts=${now};h1=${h1('old')};h1=${h1('current')}`)).toBeNull();
  expect(check(`ts=${now};h1=${h1('current')};h1=${h1('old')}`)).toBeNull();
  expect(check(`ts=${now};h1=${h1('next')}`, ['current', 'next'])).toBeNull();
});

test('rejects a signature of another secret, time or body', () => {
  expect(check(`ts=${now};h1=${h1('other')}`)).toBe('wrong');
  expect(check(`ts=${now};h1=${h1('other')};h1=${h1('another')}`)).toBe('wrong');
  expect(check(`ts=${now + 1};h1=${h1('current')}`)).toBe('wrong');
  const header = `ts=${now};h1=${h1('current')}`;
  expect(verifyPaddleSignature(header, Buffer.from('{}'), { secrets: ['current'], now })).toBe('wrong');
});

test('rejects a valid signature far from its time, in either direction', () => {
  const at = (ts: number) => check(`ts=${ts};h1=${h1('current', ts)}`);
  expect([now - 301, now - 300, now + 300, now + 301].map(at)).toEqual(['stale', null, null, 'future']);
});

test('rejects a malformed header, and every header without a secret', () => {
  for (const header of [undefined, '']) expect(check(header)).toBe('missing');
  const headers = ['ts=;h1=', `h1=${h1('current')}`, `ts=${now}`, `ts=${now};ts=${now};h1=${h1('current')}`];
  for (const header of headers) expect(check(header)).toBe('malformed');
  expect(check(`ts=${now};h1=${h1('')}`, [])).toBe('wrong');
});
