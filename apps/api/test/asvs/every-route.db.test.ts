import { api, type Endpoint } from '@comet/contract';
import { type Answer, send, type Speaker, type WireRequest, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../api-under-test.ts';
import { makeSubject, type Subject } from '../refusal-subject.ts';
import { codeOf, expectNothingInside, knock, parametersOf } from './black-box.ts';

let under: ApiUnderTest;
let subject: Subject;
beforeAll(async () => {
  under = await startApi();
  subject = await makeSubject(under);
});
afterAll(() => under.stop());

type Name = keyof typeof api;
const endpoints = Object.entries(api) as [Name, Endpoint][];
let sent = 0;

const rightful = ({ caller }: Endpoint): Speaker =>
  ({ anyone: {}, user: subject.owner, gateway: subject.gateway })[caller];
const example = (name: Name, speaker = rightful(api[name])): WireRequest =>
  wireRequest(api[name], subject.examples[name], speaker);

/** From an address of its own, so that limits, tested elsewhere, stay out of the way. */
function post(request: WireRequest): Promise<Answer> {
  sent += 1;
  const address = `10.${64 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`;
  return send(under.baseUrl, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
}

/** Everything in the database that belongs to somebody, as text; without what merely tells of use. */
async function belongingsOf(userId: string): Promise<string> {
  const { db } = under.world;
  const tables = ['orders', 'subscriptions', 'devices', 'passkeys', 'identities'] as const;
  const rows = await Promise.all([
    db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'verifiedAt',
        'passwordHash',
        'deletedAt',
        'twoFactorEnabledAt',
        'paddleCustomerId',
      ])
      .where('id', '=', userId)
      .execute(),
    db
      .selectFrom('accessTokens')
      .select(['id', 'isLimited', 'method'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    ...tables.map((table) =>
      db.selectFrom(table).selectAll().where('userId', '=', userId).orderBy('id').execute(),
    ),
  ]);
  return JSON.stringify(rows);
}

test('8.2.1: every endpoint that is not for everybody is shut to those it is not for', async () => {
  for (const [name, endpoint] of endpoints) {
    if (endpoint.caller === 'anyone') continue;
    const wrong = endpoint.caller === 'user' ? subject.gateway : subject.owner;
    for (const speaker of [{}, { token: 'A'.repeat(43) }, wrong]) {
      expect({ name, code: codeOf(await knock(under, endpoint, speaker)) }).toEqual({
        name,
        code: 'unauthorized',
      });
    }
  }
});

test('8.2.2: every id in a path is tried with a second account, and is as unknown to it as one that never was', async () => {
  const before = await belongingsOf(subject.owner.id);
  const withIds = endpoints.filter(([, endpoint]) => parametersOf(endpoint).includes('id'));
  expect(withIds.length).toBeGreaterThan(5);
  for (const [name, endpoint] of withIds) {
    // Each must name something that the owner really has, or this would prove nothing.
    const request = example(name, subject.stranger);
    const owned = subject.ownersIds.find((id) => request.path.includes(id));
    expect({ name, owned: owned !== undefined }).toEqual({ name, owned: true });
    const foreign = await post(request);
    const path = request.path.replace(owned ?? '', crypto.randomUUID());
    const unknown = await post({ ...request, path });
    expect({ name, status: foreign.status, text: foreign.text }).toEqual({
      name,
      status: 404,
      text: unknown.text,
    });
    expect(endpoint.caller).toBe('user');
  }
  expect(await belongingsOf(subject.owner.id)).toBe(before);
});

test('8.2.2: every id in a body is tried with a second account, too', async () => {
  const withIds = endpoints.filter(([name]) =>
    subject.ownersIds.some((id) => (example(name).body ?? '').includes(id)),
  );
  expect(withIds.map(([name]) => name)).toContain('issueTicket');
  for (const [name] of withIds) {
    const { status } = await post(example(name, subject.stranger));
    expect({ name, status }).toEqual({ name, status: 404 });
  }
});

/** What people add who hope that somebody saves a whole object. */
const extras = {
  id: '00000000-0000-7000-8000-000000000001',
  user_id: '',
  owner_id: '',
  is_admin: true,
  admin: true,
  role: 'admin',
  roles: ['admin'],
  email_verified: true,
  verified_at: '2020-01-01T00:00:00Z',
  emailVerified: true,
  verifiedAt: '2020-01-01T00:00:00Z',
  password_hash: 'none',
  passwordHash: 'none',
  is_limited: false,
  two_factor_enabled_at: null,
  deleted_at: null,
  state: 'paid',
  total: { amount: 0, currency: 'USD' },
  total_amount: 0,
  price_amount: 0,
  discount_percent: 100,
  trial_days: 9999,
  active_until: '2099-01-01T00:00:00Z',
  access_until: '2099-01-01T00:00:00Z',
  created_at: '2001-01-01T00:00:00Z',
  constructor: { prototype: { isAdmin: true } },
  __proto__: { isAdmin: true },
};

test('15.3.3: fields that an endpoint does not name change nothing, in any body', async () => {
  const { db } = under.world;
  const bystander = await makeUser(under);
  const before = await belongingsOf(bystander.id);
  const planted = JSON.stringify({ ...extras, user_id: bystander.id, owner_id: bystander.id }).slice(1, -1);
  const user = await makeUser(under, { verified: false });
  for (const [name, endpoint] of endpoints) {
    // Deleting and revoking do what they are asked to; what they could be made to do besides is nothing.
    if (endpoint.body === undefined || name === 'deleteAccount') continue;
    const request = example(name, endpoint.caller === 'user' ? user : rightful(endpoint));
    const fields = (request.body ?? '{}').slice(1, -1);
    const body = `{${[fields, planted, '"__proto__":{"isAdmin":true}'].filter((part) => part !== '').join(',')}}`;
    const answer = await post({ ...request, body });
    expect({ name, failed: answer.status >= 500 }).toEqual({ name, failed: false });
    expect(answer.text).not.toContain(bystander.id);
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  expect(await belongingsOf(bystander.id)).toBe(before);
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: user.id, verifiedAt: null, deletedAt: null, twoFactorEnabledAt: null });
  expect(row.passwordHash).toMatch(/^\$argon2id\$/);
  const orders = await db.selectFrom('orders').selectAll().where('userId', '=', user.id).execute();
  for (const order of orders) {
    expect(order).toMatchObject({
      state: 'draft',
      totalAmount: 5988,
      item: { priceAmount: 5988, trialDays: 0 },
    });
    expect(order.createdAt.getUTCFullYear()).toBe(2026);
  }
  expect(orders).toHaveLength(1);
  const made = await db.selectFrom('users').select('id').where('id', '=', extras.id).execute();
  expect(made).toEqual([]);
});

/** Values that no field wants, and that a database, a regular expression or a template might trip over. */
const hostile = [
  "'; drop table users; -- ' or '1'='1 $1 %s%n ${7*7}{{7*7}}<%= 7*7 %><script>alert(1)</script>",
  '\u0000',
  '\ud800',
  '../../../etc/passwd',
  'a'.repeat(60_000),
  `${'a'.repeat(30_000)}@${'a.'.repeat(10_000)}`,
  -1,
  2 ** 53,
  [],
  {},
  null,
];

test('1.2.4, 16.5.1: hostile values in every place of every endpoint never fail, and never show what is inside', async () => {
  const failures: string[] = [];
  const look = (what: string, { status, text }: Answer) => {
    if (status >= 500) failures.push(`${what}: ${status} ${text}`);
    expectNothingInside(text);
  };
  for (const [name, endpoint] of endpoints) {
    if ('stream' in endpoint) continue;
    const request = example(name);
    for (const value of hostile) {
      under.clock.advance(limitsEndMs);
      const bent = bendings(name, request, value);
      await Promise.all(
        bent.map(async (one) => look(`${name} ${one.path} ${one.body}`.slice(0, 150), await post(one))),
      );
    }
  }
  expect(failures).toEqual([]);
}, 120_000);

/** Longer than the window of any limit, so that no request is refused before it is looked at. */
const limitsEndMs = 3600_000;

/** Those that, asked in earnest, would end the session that asks. */
const final: readonly Name[] = ['logOut', 'deleteAccount', 'revokeAllSessions', 'revokeSession'];

/** A request with one hostile value in each place that a client fills. */
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
    { ...request, headers: { ...headers, 'app-identifier': text } },
    { ...request, headers: { ...headers, authorization: `Bearer ${text}` } },
    ...(final.includes(name)
      ? []
      : [{ ...request, headers: { ...headers, 'idempotency-key': text, 'user-agent': text } }]),
  ];
}

test('16.5.1: 500 KB to any endpoint is refused before it is read', async () => {
  under.clock.advance(limitsEndMs);
  const huge = JSON.stringify({ email: 'x'.repeat(500_000) });
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method === 'GET') continue;
    const request = example(name);
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const { status, text } = await post({ ...request, headers, body: huge });
    expect({ name, status, code: /"code":"(\w+)"/.exec(text)?.[1] }).toEqual({
      name,
      status: 413,
      code: 'body_too_large',
    });
  }
}, 60_000);
