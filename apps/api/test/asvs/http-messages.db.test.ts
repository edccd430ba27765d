import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../api-under-test.ts';
import { expectCleanRefusal, expectNothingInside, knock, type RawAnswer, sendRaw } from './black-box.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(under.baseUrl, { method, path, headers });
const endpoints = Object.entries(api);
const dashboard = 'https://dashboard.example';

/** An answer of each kind: data, a refusal of every sort, a page, a script, what is not there, and what is not even HTTP. */
async function answersOfEveryKind() {
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

test('3.4.1, 3.4.3 to 3.4.6: every answer carries the headers that keep browsers from mischief', async () => {
  for (const [kind, { headers }] of await answersOfEveryKind()) {
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

test('3.4.3: the page of the documentation runs scripts of its own files only, and none that stand in it', async () => {
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

test('3.4.2: other origins are told nothing, and the dashboard is named, never echoed', async () => {
  const origins = [
    'https://evil.example',
    'null',
    `${dashboard}.evil.example`,
    'http://dashboard.example',
    `${dashboard}:444`,
    'https://sub.dashboard.example',
  ];
  for (const origin of origins) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await get(api.listPlans.path, { origin }, method);
      expect({ origin, allowed: headers.get('access-control-allow-origin') }).toEqual({
        origin,
        allowed: null,
      });
    }
  }
  const { headers } = await get(api.listPlans.path, { origin: dashboard });
  expect(headers.get('access-control-allow-origin')).toBe(dashboard);
  expect(headers.get('vary')).toContain('origin');
});

test('3.5.2: nothing can be changed by a request that a foreign page may send without asking first', async () => {
  const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method === 'GET' || !('body' in endpoint)) continue;
    const path = endpoint.path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
    for (const type of simple) {
      const headers = {
        'content-type': type,
        authorization: `Bearer ${user.token}`,
        'app-identifier': user.deviceId,
      };
      const { status } = await send(under.baseUrl, { method: endpoint.method, path, headers, body: '{}' });
      expect({ name, type, refused: status === 415 || status === 401 }).toEqual({
        name,
        type,
        refused: true,
      });
    }
  }
});

test('3.3.4, 7.2.2: no cookie is set and none is believed', async () => {
  const answers = [
    await under.call(api.logIn, { body: { email: user.email, password: user.password } }),
    ...(await answersOfEveryKind()).map(([, answer]) => answer),
  ];
  for (const { headers } of answers) expect(headers.get('set-cookie')).toBeNull();
});

test('14.3.2: no answer of the API is kept by a browser or a proxy', async () => {
  for (const [name, endpoint] of endpoints) {
    const { headers } = await knock(under, endpoint, endpoint.caller === 'user' ? user : {});
    expect({ name, kept: headers.get('cache-control') }).toEqual({ name, kept: 'no-store' });
  }
  const { headers } = await under.call(api.currentUser, {}, { ...user, token: (await again()).token });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('4.1.1: what an answer is, and in which characters, is said', async () => {
  for (const [kind, { headers, text }] of await answersOfEveryKind()) {
    if (text === '') continue;
    expect({ kind, type: headers.get('content-type') }).toEqual({
      kind,
      type: kind === 'a page' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    });
  }
});

test('4.1.4, 13.4.4: methods that nobody needs are not answered', async () => {
  const raw = (method: string) =>
    sendRaw(under.baseUrl, `${method} /api/v1/plans HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  for (const method of ['TRACE', 'TRACK', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'PROPFIND', 'CONNECT', 'DEBUG']) {
    const { status, body } = await raw(method);
    // Without an answer at all the connection is closed, as for CONNECT.
    expect({ method, status, refused: status === 0 || (status >= 400 && status < 500) }).toEqual({
      method,
      status,
      refused: true,
    });
    expect(body).not.toContain('Host: a');
  }
});

test('4.2.1: a message whose end is in doubt is refused, and nothing behind it is heard', async () => {
  const post = (headers: string, body: string) =>
    `POST /api/v1/users/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const smuggled = 'GET /api/v1/plans HTTP/1.1\r\nHost: a\r\n\r\n';
  const messages: Record<string, string> = {
    'two lengths': post('Content-Length: 2\r\nContent-Length: 40', `{}${smuggled}`),
    'a length and chunks': post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
    'a negative length': post('Content-Length: -1', '{}'),
    'a length in words': post('Content-Length: two', '{}'),
    'a length with a sign': post('Content-Length: +2', '{}'),
    'a chunk of no size': post('Transfer-Encoding: chunked', 'xyz\r\n{}\r\n0\r\n\r\n'),
    'a chunk without its end': post('Transfer-Encoding: chunked', '2\r\n{}XX0\r\n\r\n'),
    'chunks in disguise': post('Transfer-Encoding: x chunked', `0\r\n\r\n${smuggled}`),
    'a folded header': 'GET /api/v1/plans HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n folded\0\r\n\r\n',
    'a space before the colon': 'GET /api/v1/plans HTTP/1.1\r\nHost : a\r\n\r\n',
    'a bare line feed': 'GET /api/v1/plans HTTP/1.1\nHost: a\n\n',
    'no host': 'GET /api/v1/plans HTTP/1.1\r\n\r\n',
    'another protocol': 'GET /api/v1/plans HTTP/9.9\r\nHost: a\r\n\r\n',
    'TLS on the plain port': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  };
  for (const [what, message] of Object.entries(messages)) {
    const answer = await sendRaw(under.baseUrl, Buffer.from(message, 'latin1'), 700);
    expect({ what, status: answer.status, refused: answer.status >= 400 && answer.status < 500 }).toEqual({
      what,
      status: answer.status,
      refused: true,
    });
    // One answer, so nobody has heard the second request.
    expect({ what, answers: answersIn(answer) }).toEqual({ what, answers: 1 });
    expectNothingInside(answer.body);
    if (answer.body !== '') expectCleanRefusal({ status: answer.status, text: answer.body }, what);
  }
  expect((await get('/healthz')).status).toBe(200);
});

test('4.2.5: what is too long is refused by its name', async () => {
  const huge = 'x'.repeat(500_000);
  const messages: Record<string, string> = {
    'a header of 500 KB': `GET /api/v1/plans HTTP/1.1\r\nHost: a\r\nX-Huge: ${huge}\r\n\r\n`,
    'an address of 500 KB': `GET /api/v1/plans?${huge} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'a token of 500 KB': `GET /api/v1/users/current HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${huge}\r\n\r\n`,
    'ten thousand headers': `GET /api/v1/plans HTTP/1.1\r\nHost: a\r\n${'X-A: 1\r\n'.repeat(10_000)}\r\n`,
    'a cookie of 500 KB': `GET /api/v1/plans HTTP/1.1\r\nHost: a\r\nCookie: a=${huge}\r\n\r\n`,
  };
  for (const [what, message] of Object.entries(messages)) {
    const { status, body } = await sendRaw(under.baseUrl, message);
    expect({ what, status }).toEqual({ what, status: 431 });
    expectCleanRefusal({ status, text: body }, what);
  }
});

test('15.3.4: X-Forwarded-For counts only as far as trusted proxies wrote it', async () => {
  const ask = (claimed: string) =>
    under.call(
      api.requestPasswordReset,
      { body: { email: `rotating-${claimed.split(',', 1)[0]}@example.com` } },
      {},
      { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` },
    );
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => ask(`192.0.2.${index}, 198.51.100.200`)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25 - 20);
});

test('3.7.2: the API sends nobody to another site', async () => {
  const places = ['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/api/docs//evil.example/..'];
  for (const path of places) {
    const { head } = await sendRaw(
      under.baseUrl,
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect({ path, location: /\r\nlocation: (.*)/i.exec(head)?.[1] ?? null }).toEqual({
      path,
      location: null,
    });
  }
  const form = 'state=x&code=y&redirect=https://evil.example&user=%7B%22url%22%3A%22//evil.example%22%7D';
  const relayed = await sendRaw(
    under.baseUrl,
    `POST ${api.relayAppleAnswer.path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
  );
  const location = /\r\nlocation: (.*)/i.exec(relayed.head)?.[1];
  expect(relayed.status).toBe(303);
  expect(new URL(location ?? '').origin).toBe(dashboard);
  const redirects = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ok\\..',
    ' /x',
  ];
  for (const redirect of redirects) {
    const body = JSON.stringify({ provider: 'google', redirect });
    const headers = { 'content-type': 'application/json' };
    const answer = await send(under.baseUrl, {
      method: 'POST',
      path: api.startSocialSignIn.path,
      headers,
      body,
    });
    expect({ redirect, status: answer.status }).toEqual({ redirect, status: 422 });
  }
});

async function again(): Promise<{ token: string }> {
  const { email, password, deviceId } = user;
  const answer = await under.call(api.logIn, { body: { email, password } }, { deviceId });
  return { token: (answer.json as { access_token: string }).access_token };
}

function answersIn({ head, body }: RawAnswer): number {
  return `${head}\r\n\r\n${body}`.split(/HTTP\/1\.1 \d{3} /).length - 1;
}
