import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isGenuine } from './paddle-signature.ts';

const now = 1_795_000_000;
const body = Buffer.from('{"event_id":"evt_1"}');
const h1 = (secret: string, ts = now) =>
  createHmac('sha256', secret).update(`${ts}:`).update(body).digest('hex');
const check = (header: string | undefined, secrets = ['current']) =>
  isGenuine(header, body, { secrets, now });

test('a signature by any live secret is genuine, in any of its places', () => {
  expect(check(`ts=${now};h1=${h1('current')}`)).toBe(true);
  expect(check(`ts=${now};h1=${h1('old')};h1=${h1('current')}`)).toBe(true);
  expect(check(`ts=${now};h1=${h1('current')};h1=${h1('old')}`)).toBe(true);
  expect(check(`ts=${now};h1=${h1('next')}`, ['current', 'next'])).toBe(true);
});

test('a signature of another secret, time or body is not', () => {
  expect(check(`ts=${now};h1=${h1('other')}`)).toBe(false);
  expect(check(`ts=${now + 1};h1=${h1('current')}`)).toBe(false);
  expect(isGenuine(`ts=${now};h1=${h1('current')}`, Buffer.from('{}'), { secrets: ['current'], now })).toBe(
    false,
  );
});

test('a genuine signature is worth nothing far from its time, in either direction', () => {
  for (const ts of [now - 301, now + 301]) expect(check(`ts=${ts};h1=${h1('current', ts)}`)).toBe(false);
});

test('a malformed header is refused, and so is everything while there is no secret', () => {
  const headers = [
    undefined,
    '',
    'ts=;h1=',
    `h1=${h1('current')}`,
    `ts=${now}`,
    `ts=${now};ts=${now};h1=${h1('current')}`,
  ];
  for (const header of headers) expect(check(header)).toBe(false);
  expect(check(`ts=${now};h1=${h1('')}`, [])).toBe(false);
});
