import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { sendRaw } from '../asvs/black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(under.baseUrl, { method: 'GET', path, headers });

test('limits a source with too many calls, returns the time to wait, and does not limit other sources', async () => {
  const body = { deviceName: 'Laptop', platform: 'linux' } as const;
  const start = (source: string) =>
    under.call(api.startDeviceAuthorization, { body }, {}, { 'x-forwarded-for': source });
  const responses = await Promise.all(Array.from({ length: 31 }, () => start('198.51.100.1')));
  const refused = responses.filter((response) => response.status === 429);
  expect(refused).toHaveLength(1);
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect((await start('198.51.100.2')).status).toBe(201);
  under.clock.advance(wait * 1000);
  expect((await start('198.51.100.1')).status).toBe(201);
});

test('limits an account with too many calls from any source', async () => {
  const user = await makeUser(under, { verified: false });
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) {
    statuses.push((await under.call(api.resendVerification, {}, user)).status);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
});

test('responses have their request id, are not cached and cannot be framed', async () => {
  const { headers } = await get('/api/v1/plans');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('keeps idle connections for longer than a proxy in front of it', async () => {
  expect((await get('/healthz')).headers.get('keep-alive')).toBe('timeout=150');
});

test("the dashboard's origin may call, and no other", async () => {
  const allowed = async (origin: string) =>
    (await get('/api/v1/plans', { origin })).headers.get('access-control-allow-origin');
  expect(await allowed('https://dashboard.example')).toBe('https://dashboard.example');
  expect(await allowed('https://evil.example')).toBeNull();
});

test('serves the probes at the root', async () => {
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
});

test('serves no metrics on the public port', async () => {
  const response = await get('/metrics');
  expect([response.status, response.text.includes('comet_api')]).toEqual([404, false]);
});

test('security.txt has a contact and expires in months', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+\n/);
  const expires = /^Expires: (\S+)$/m.exec(text)?.[1] ?? '';
  const days = (Date.parse(expires) - under.clock.now().getTime()) / (24 * 3600 * 1000);
  expect(days).toBe(180);
  expect(text).toContain('\nCanonical: https://dashboard.example/.well-known/security.txt\n');
});

test('serves the contract as OpenAPI and as a page without third-party requests', async () => {
  expect((await get('/api/docs/openapi.json')).json).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: under.dependencies.settings.publicUrl }],
  });
  const page = await get('/api/docs');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect([...page.text.matchAll(/src="([^"]+)"/g)].map((match) => match[1])).toEqual([
    '/api/docs/js/scalar.js',
  ]);
});

test('closes the connection of a request that is refused before its body has arrived', async () => {
  const head = 'POST /api/v1/users/two-factor/generate HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n';
  expect(await sendRaw(under.baseUrl, `${head}and no more`)).toMatchObject({ status: 401, isClosed: true });
});
