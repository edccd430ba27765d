import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { expectCleanRefusal, expectNothingInside, type RawResponse, sendRaw } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('4.1.4, 13.4.4: rejects unused methods', async () => {
  const raw = (method: string) =>
    sendRaw(under.baseUrl, `${method} /api/v1/plans HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  for (const method of ['TRACE', 'TRACK', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'PROPFIND', 'CONNECT', 'DEBUG']) {
    const { status, body } = await raw(method);
    // The connection is closed without a response, as for CONNECT.
    expect({ method, status, refused: status === 0 || (status >= 400 && status < 500) }).toEqual({
      method,
      status,
      refused: true,
    });
    expect(body).not.toContain('Host: a');
  }
});

test('4.1.4: responds with 405 to an unsupported method, and with 404 to an unknown path', async () => {
  const methods = ['QUERY', 'PUT', 'PROPFIND', 'LINK', 'SEARCH', 'FROBNICATE'];
  const paths = [...new Set(Object.values(api).map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')))];
  const wrong: string[] = [];
  for (const method of methods)
    for (const [path, expected] of [
      ...paths.map((one) => [one, 405] as const),
      ['/api/v1/nowhere', 404] as const,
    ]) {
      // The parser rejects an unknown method before routing.
      const right = method === 'FROBNICATE' ? 405 : expected;
      const { status, body } = await sendRaw(
        under.baseUrl,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      if (status !== right || !body.includes('"error"')) wrong.push(`${method} ${path}: ${status}`);
    }
  expect(wrong).toEqual([]);
});

test('4.2.1: rejects a message with an ambiguous length, and ignores the data after it', async () => {
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
    'no host': 'GET /api/v1/plans HTTP/1.1\r\nConnection: close\r\n\r\n',
    'two hosts': 'GET /api/v1/plans HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    'two hosts alike': 'GET /api/v1/plans HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n',
    'another protocol': 'GET /api/v1/plans HTTP/9.9\r\nHost: a\r\n\r\n',
    'TLS on the plain port': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  };
  for (const [what, message] of Object.entries(messages)) {
    const response = await sendRaw(under.baseUrl, Buffer.from(message, 'latin1'));
    expect({
      what,
      status: response.status,
      refused: response.status >= 400 && response.status < 500,
    }).toEqual({
      what,
      status: response.status,
      refused: true,
    });
    // One response, so the second request was ignored.
    expect({ what, responses: responsesIn(response) }).toEqual({ what, responses: 1 });
    expectNothingInside(response.body);
    if (response.body !== '') expectCleanRefusal({ status: response.status, text: response.body }, what);
  }
  expect((await send(under.baseUrl, { method: 'GET', path: '/healthz', headers: {} })).status).toBe(200);
});

test('4.2.5: refuses oversized parts of a request with the matching code', async () => {
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

test('15.3.4: uses X-Forwarded-For only as far as trusted proxies wrote it', async () => {
  const callFrom = (claimed: string) =>
    under.call(
      api.requestPasswordReset,
      { body: { email: `rotating-${claimed.split(',', 1)[0]}@example.com` } },
      {},
      { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` },
    );
  const responses = await Promise.all(
    Array.from({ length: 25 }, (_, index) => callFrom(`192.0.2.${index}, 198.51.100.200`)),
  );
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(25 - 20);
});

function responsesIn({ head, body }: RawResponse): number {
  return `${head}\r\n\r\n${body}`.split(/HTTP\/1\.1 \d{3} /).length - 1;
}
