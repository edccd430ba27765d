import { api, type Endpoint } from '@comet/contract';
import type { Reply, WireRequest } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makeSubject, type Subject } from '../operator/refusal-subject.ts';
import { expectNothingInside, isSignedIn, parametersOf } from './black-box.ts';
import { endpoints, example, type Name, post } from './every-endpoint.ts';

let under: ApiUnderTest;
let subject: Subject;
beforeAll(async () => {
  under = await startApi();
  subject = await makeSubject(under);
});
afterAll(() => under.stop());

/** Values that no field accepts, and that may break a database, a regular expression or a template. */
const hostile: readonly (readonly [name: string, value: unknown])[] = [
  [
    'code injection',
    "'; drop table users; -- ' or '1'='1 $1 %s%n ${7*7}{{7*7}}<%= 7*7 %><script>alert(1)</script>",
  ],
  ['NUL', '\u0000'],
  ['half a surrogate pair', '\ud800'],
  ['a path traversal', '../../../etc/passwd'],
  ['60,000 characters', 'a'.repeat(60_000)],
  ['an extremely long address', `${'a'.repeat(30_000)}@${'a.'.repeat(10_000)}`],
  ['-1', -1],
  ['a number beyond exact integers', 2 ** 53],
  ['a list', []],
  ['an object', {}],
  ['null', null],
];

test.each(hostile)(
  '1.2.4, 16.5.1: %s in any field of any endpoint causes no server error and discloses no internals',
  async (_, value) => {
    const failures: string[] = [];
    const look = (what: string, { status, text }: Reply) => {
      if (status >= 500) failures.push(`${what}: ${status} ${text}`);
      expectNothingInside(text);
    };
    for (const [name, endpoint] of endpoints) {
      if ('stream' in endpoint) continue;
      under.clock.advance(limitsEndMs);
      const bent = bendings(name, example(subject, name), value);
      await Promise.all(
        bent.map(async (one) =>
          look(`${name} ${one.path} ${one.body}`.slice(0, 150), await post(under, one)),
        ),
      );
    }
    expect(failures).toEqual([]);
    // Otherwise later requests would be refused before validation.
    expect(await isSignedIn(under, subject.owner)).toBe(true);
  },
);

/** Longer than the window of any limit, so that no request is refused before validation. */
const limitsEndMs = 3600_000;

/** Endpoints whose success would end the session or credential of the request. */
const final: readonly Name[] = [
  'logOut',
  'deleteAccount',
  'revokeAllSessions',
  'revokeSession',
  'withdrawExit',
];

/** Returns one request for each field that a client fills, with the hostile value in it. */
function bendings(name: Name, request: WireRequest, value: unknown): readonly WireRequest[] {
  const endpoint: Endpoint = api[name];
  const fields = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
  const text = encodeURIComponent(String(value).toWellFormed()).slice(0, 3000);
  const query = request.path.split('?')[1] ?? '';
  const path = endpoint.path.replaceAll(/\{\w+\}/g, text);
  const { headers } = request;
  return [
    ...Object.keys(fields).map((field) => ({
      ...request,
      body: JSON.stringify({ ...fields, [field]: value }),
    })),
    ...(parametersOf(endpoint).length > 0 ? [{ ...request, path }] : []),
    ...(query === ''
      ? []
      : [request.path.replaceAll(/=[^&]*/g, `=${text}`), `${request.path}&${query}`].map((bent) => ({
          ...request,
          path: bent,
        }))),
    // A machine's credential is bound to no device: the request would succeed.
    ...(endpoint.caller === 'exit' && final.includes(name)
      ? []
      : [{ ...request, headers: { ...headers, 'app-identifier': text } }]),
    { ...request, headers: { ...headers, authorization: `Bearer ${text}` } },
    ...(final.includes(name)
      ? []
      : [{ ...request, headers: { ...headers, 'idempotency-key': text, 'user-agent': text } }]),
  ];
}

test('16.5.1: refuses a body 500 KB above the maximum before reading it', async () => {
  under.clock.advance(limitsEndMs);
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method === 'GET') continue;
    const request = example(subject, name);
    const huge = JSON.stringify({ email: 'x'.repeat((endpoint.maxBodyBytes ?? 0) + 500_000) });
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const { status, text } = await post(under, { ...request, headers, body: huge });
    expect({ name, status, code: /"code":"(\w+)"/.exec(text)?.[1] }).toEqual({
      name,
      status: 413,
      code: 'body_too_large',
    });
  }
}, 60_000);
