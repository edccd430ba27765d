import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { attempt, sendRaw } from './black-box.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(under.baseUrl, { method, path, headers });

/** A response of each kind: data, refusals, a page, a document, 404, 405, and the reply to a request that is not HTTP. */
async function responsesOfEveryKind() {
  const broken = await sendRaw(under.baseUrl, 'not http at all\r\n\r\n');
  const lines = broken.head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string]);
  return [
    ['data', await under.call(api.currentUser, {}, user)],
    ['no token', await get(api.currentUser.path)],
    ['a broken rule', await under.call(api.confirmEmail, { query: { token: 'x' } })],
    ['nothing there', await get('/nowhere')],
    ['wrong method', await get(api.listPlans.path, {}, 'DELETE')],
    ['a page', await get('/api/docs')],
    ['a document', await get('/api/docs/openapi.json')],
    ['not HTTP', { status: broken.status, headers: new Headers(lines), text: broken.body }],
  ] as const;
}

test('3.4.1, 3.4.3 to 3.4.6: every response has the security headers', async () => {
  for (const [kind, { headers }] of await responsesOfEveryKind()) {
    const policy = headers.get('content-security-policy') ?? '';
    const seen = {
      kind,
      hsts: headers.get('strict-transport-security'),
      sniffing: headers.get('x-content-type-options'),
      referrer: headers.get('referrer-policy'),
      defaults: policy.includes("default-src 'none'"),
      base: policy.includes("base-uri 'none'"),
      framing: policy.includes("frame-ancestors 'none'"),
      poweredBy: headers.get('x-powered-by') ?? headers.get('server'),
    };
    expect(seen).toEqual({
      kind,
      hsts: 'max-age=31536000; includeSubDomains',
      sniffing: 'nosniff',
      referrer: 'no-referrer',
      defaults: true,
      base: true,
      framing: true,
      poweredBy: null,
    });
  }
});

test('3.4.3: the documentation page runs only scripts of its own files, and no inline ones', async () => {
  const { headers, text } = await get('/api/docs');
  const policy = headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src '));
  expect(scripts).toBe("script-src 'self'");
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  for (const [, attributes = '', content = ''] of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    expect({ attributes, content }).toEqual({ attributes, content: '' });
  }
  expect(text).not.toMatch(/\son\w+=|javascript:/i);
});

test('3.3.4, 7.2.2: sets no cookie and ignores cookies', async () => {
  const responses = [
    await under.call(api.logIn, { body: { email: user.email, password: user.password } }),
    ...(await responsesOfEveryKind()).map(([, response]) => response),
  ];
  for (const { headers } of responses) expect(headers.get('set-cookie')).toBeNull();
});

test('14.3.2: no response of the API is cached by a browser or proxy', async () => {
  for (const [name, endpoint] of Object.entries(api)) {
    const { headers } = await attempt(under, endpoint, endpoint.caller === 'user' ? user : {});
    expect({ name, kept: headers.get('cache-control') }).toEqual({ name, kept: 'no-store' });
  }
  const { headers } = await under.call(api.currentUser, {}, { ...user, token: (await again()).token });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('4.1.1: responses state their media type and character set', async () => {
  for (const [kind, { headers, text }] of await responsesOfEveryKind()) {
    if (text === '') continue;
    expect({ kind, type: headers.get('content-type') }).toEqual({
      kind,
      type: kind === 'a page' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    });
  }
});

async function again(): Promise<{ token: string }> {
  const { email, password, deviceId } = user;
  const response = await under.call(api.logIn, { body: { email, password } }, { deviceId });
  return { token: (response.json as { access_token: string }).access_token };
}
