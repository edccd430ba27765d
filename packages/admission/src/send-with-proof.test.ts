import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manualClock, unixSeconds } from '@comet/foundation';
import { afterEach, expect, test } from 'vitest';
import { checkDpop } from './dpop.ts';
import { type BoundCredential, sendWithProof } from './send-with-proof.ts';

let server: Server;
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

const clock = manualClock(new Date('2026-11-24T12:00:00Z'));
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A control plane whose clock is `skew` seconds ahead, with one credential. */
async function controlPlane(skew: number, known: () => { token: string; key: KeyObject | null }) {
  const outcomes: string[] = [];
  const now = () => unixSeconds(clock.now()) + skew;
  const outcomeOf = ({ headers, method = '', url = '' }: IncomingMessage): string => {
    const { token, key } = known();
    if (headers.authorization !== `Bearer ${token}`) return 'unknown';
    if (key === null) return headers.dpop === undefined ? 'ok' : 'a proof of nothing';
    const publicKey = key.export({ type: 'spki', format: 'der' });
    // A proxy in front has removed the prefix.
    const path = url.replace('/prefix', '').split('?', 1)[0] ?? '';
    const checked = checkDpop(publicKey, { method, path, token }, String(headers.dpop), now());
    return checked.ok ? 'ok' : checked.error;
  };
  server = createServer((request, response) => {
    const outcome = outcomeOf(request);
    outcomes.push(outcome);
    response.setHeader('date', new Date(now() * 1000).toUTCString());
    response.writeHead(outcome === 'ok' ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}/prefix`, outcomes };
}

const bound = (token: string): BoundCredential => ({ token, key: pem });

test('sends a proof for the method and the path below the origin with each request', async () => {
  const { origin, outcomes } = await controlPlane(0, () => ({ token: 't', key: keys.publicKey }));
  const send = sendWithProof(origin, () => bound('t'), clock);
  await send(`${origin}/api/v1/feed?cursor=7`, { headers: {} });
  await send(`${origin}/api/v1/health`, { method: 'POST', headers: {}, body: '{}' });
  expect(outcomes).toEqual(['ok', 'ok']);
});

test('sends no proof with a credential that is not bound to a key', async () => {
  const { origin, outcomes } = await controlPlane(0, () => ({ token: 't', key: null }));
  await sendWithProof(origin, () => ({ token: 't', key: null }), clock)(`${origin}/a`, { headers: {} });
  expect(outcomes).toEqual(['ok']);
});

test.each([-86_400, 86_400])(
  'corrects a clock that differs by %d s from the first response on',
  async (skew) => {
    const { origin, outcomes } = await controlPlane(skew, () => ({ token: 't', key: keys.publicKey }));
    const send = sendWithProof(origin, () => bound('t'), clock);
    expect((await send(`${origin}/a`, { headers: {} })).status).toBe(200);
    expect((await send(`${origin}/b`, { headers: {} })).status).toBe(200);
    expect(outcomes).toEqual(['out_of_time', 'ok', 'ok']);
  },
);

test('repeats a request once if its credential was rotated meanwhile', async () => {
  let token = 'new';
  const { origin, outcomes } = await controlPlane(0, () => ({ token, key: keys.publicKey }));
  const held = ['old', 'new'];
  const send = sendWithProof(origin, () => bound(held.shift() ?? 'new'), clock);
  expect((await send(`${origin}/a`, { headers: {} })).status).toBe(200);
  expect(outcomes).toEqual(['unknown', 'ok']);
  token = 'of another';
  expect((await send(`${origin}/a`, { headers: {} })).status).toBe(401);
  expect(outcomes).toHaveLength(3);
});
