import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { type Reply, send, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptPassword } from '../../src/features/users/passwords/password-attempt.ts';
import {
  failuresAtAccount,
  failuresEverywhere,
  failuresInMonth,
} from '../../src/features/users/passwords/password-attempt-limits.ts';
import { createAttempts } from '../../src/platform/http/authentication/attempts.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { type Replica, startReplica } from '../database/replica.ts';

let under: ApiUnderTest;
let replica: Replica;
beforeAll(async () => {
  under = await startApi();
  replica = await startReplica(under, ['127.0.0.1']);
});
afterAll(async () => {
  await replica.stop();
  await under.stop();
});

const right = 'correct horse battery staple';
const hourMs = 3600_000;
let requests = 0;
let places = 0;

/** Returns an address in a network without other addresses. */
function place(): string {
  places += 1;
  return `100.${64 + (places >> 8)}.${places & 255}.1`;
}

interface Try {
  readonly email: string;
  readonly password?: string;
  readonly from?: string;
  readonly deviceId?: string;
}

/** Signs in, alternating between the two replicas. */
function attempt({ email, password = 'a guess', from = place(), deviceId = randomUUID() }: Try) {
  const { headers, ...request } = wireRequest(api.logIn, { body: { email, password } }, { deviceId });
  requests += 1;
  const baseUrl = requests % 2 === 0 ? under.baseUrl : replica.baseUrl;
  return send(baseUrl, { ...request, headers: { ...headers, 'x-forwarded-for': from } });
}

async function statuses(times: number, made: () => Promise<Reply>): Promise<number[]> {
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) seen.push((await made()).status);
  return seen;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);
const waitOf = (response: Reply) => Number(response.headers.get('retry-after'));

/** Sets the number of failures in a counter. */
async function pretend(attemptCounter: typeof failuresEverywhere, failures: number): Promise<void> {
  const { clock, keys } = under.dependencies;
  const attempts = createAttempts({ quick: under.dependencies.quick, clock, secret: keys.buckets });
  for (let noted = 0; noted < failures; noted += 1) await attempts.note([attemptCounter]);
}

describe('signing in', () => {
  test('limits a source after ten failures over all replicas, and returns the wait', async () => {
    const { email } = await makeUser(under);
    const from = place();
    expect(await statuses(10, () => attempt({ email, from }))).toEqual(times(10, 422));
    const refused = await attempt({ email, from });
    expect(refused.status).toBe(429);
    expect(waitOf(refused)).toBeGreaterThan(0);
    expect((await attempt({ email })).status).toBe(422);
    under.clock.advance(waitOf(refused) * 1000);
    expect((await attempt({ email, from, password: right })).status).toBe(201);
  });

  test('accepts only ten of thirty concurrent guesses', async () => {
    const { email } = await makeUser(under);
    const from = place();
    const responses = await Promise.all(Array.from({ length: 30 }, () => attempt({ email, from })));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    for (const response of responses)
      if (response.status === 429) expect(waitOf(response)).toBeGreaterThan(0);
  });

  test('successful sign-ins are not counted', async () => {
    const { email } = await makeUser(under);
    const from = place();
    expect(await statuses(15, () => attempt({ email, from, password: right }))).toEqual(times(15, 201));
  });

  test('limits the guesses of a source over all accounts', async () => {
    const from = place();
    const stuff = () => attempt({ email: `${randomUUID()}@example.com`, from });
    expect(await statuses(31, stuff)).toEqual([...times(30, 422), 429]);
  });
});

describe('guesses at one account from changing addresses', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await makeUser(under);
    await pretend(failuresAtAccount(owner.email), 20);
    await statuses(10, () => attempt({ email: owner.email }));
  });

  test('are limited to three an hour per source and thirty per neighbourhood', async () => {
    const from = place();
    expect(await statuses(4, () => attempt({ email: owner.email, from }))).toEqual([...times(3, 422), 429]);
    const refused = await attempt({ email: owner.email, from });
    expect(waitOf(refused)).toBeGreaterThan(600);
    expect(waitOf(refused)).toBeLessThanOrEqual(3600);
    const block = Array.from({ length: 31 }, (_, host) => `192.0.2.${host + 1}`);
    const tried: number[] = [];
    for (const host of block) tried.push((await attempt({ email: owner.email, from: host })).status);
    expect(tried).toEqual([...times(30, 422), 429]);
  });

  test('do not lock out the owner on a known device', async () => {
    const mistyped = () => attempt({ email: owner.email, deviceId: owner.deviceId });
    expect(await statuses(9, mistyped)).toEqual(times(9, 422));
    const { email, deviceId } = owner;
    expect((await attempt({ email, deviceId, password: right })).status).toBe(201);
  });

  test('do not lock out the owner with the right password from a source without failures', async () => {
    expect((await attempt({ email: owner.email, password: right })).status).toBe(201);
  });

  test('do not lock out the owner after one mistyped password, even during a heavy attack', async () => {
    await pretend(failuresAtAccount(owner.email), 1000);
    const from = place();
    expect((await attempt({ email: owner.email, from, password: right })).status).toBe(201);
    expect(await statuses(2, () => attempt({ email: owner.email, from }))).toEqual([422, 429]);
  });

  test('are forgotten after a day', async () => {
    under.clock.advance(24 * hourMs);
    const from = place();
    expect(await statuses(5, () => attempt({ email: owner.email, from }))).toEqual(times(5, 422));
  });
});

test('above the limit over all sources, only known devices can sign in, and a reset makes the device known', async () => {
  const owner = await makeUser(under);
  const { email, deviceId } = owner;
  await pretend(failuresAtAccount(email), 1999);
  expect(await statuses(3, () => attempt({ email }))).toEqual([422, 429, 429]);
  const refused = await attempt({ email, password: right });
  expect(refused.status).toBe(429);
  expect(waitOf(refused)).toBeLessThanOrEqual(24 * 3600);
  expect((await attempt({ email, deviceId, password: right })).status).toBe(201);
  await under.call(api.requestPasswordReset, { body: { email } });
  await under.jobs.runPending();
  const token = under.jobs.tokenMailedTo(email);
  const elsewhere = { deviceId: randomUUID() };
  const password = 'another long sentence of mine';
  expect((await under.call(api.confirmPasswordReset, { body: { token, password } }, elsewhere)).status).toBe(
    204,
  );
  expect((await attempt({ email, password, ...elsewhere })).status).toBe(201);
  expect((await attempt({ email, password })).status).toBe(429);
});

test('the limit of 30 days applies even if no day reaches the daily limit', async () => {
  const { email, deviceId } = await makeUser(under);
  const { clock, keys } = under.dependencies;
  const attempts = createAttempts({ quick: under.dependencies.quick, clock, secret: keys.buckets });
  const month = failuresInMonth(email);
  const taken = await Promise.all(Array.from({ length: month.calls }, () => attempts.note([month])));
  expect(taken).toHaveLength(10_000);
  expect((await attempt({ email, password: right })).status).toBe(429);
  expect((await attempt({ email, deviceId, password: right })).status).toBe(201);
});

test('a known device has its own limit of ten failures', async () => {
  const owner = await makeUser(under);
  const { email, deviceId } = owner;
  expect(await statuses(11, () => attempt({ email, deviceId }))).toEqual([...times(10, 422), 429]);
  expect((await attempt({ email, password: right })).status).toBe(201);
});

test('an unconfirmed registration does not make a device known for the address, with or without an account', async () => {
  const owner = await makeUser(under);
  const outcomes: number[][] = [];
  for (const email of [owner.email, `${randomUUID()}@example.com`]) {
    const stranger = await makeUser(under, { email, verified: false, password: 'a long password of mine' });
    const from = place();
    const { deviceId } = stranger;
    outcomes.push(await statuses(12, () => attempt({ email, deviceId, from })));
  }
  expect(outcomes[0]).toEqual([...times(10, 422), 429, 429]);
  expect(outcomes[1]).toEqual(outcomes[0]);
});

test('refusals and waits do not reveal whether there is an account', async () => {
  const { email: known } = await makeUser(under);
  const seen: string[][] = [];
  for (const email of [known, `${randomUUID()}@example.com`]) {
    const from = place();
    const responses: string[] = [];
    for (let time = 0; time < 12; time += 1) {
      const { status, headers, text } = await attempt({ email, from });
      responses.push(`${status} ${headers.get('retry-after')} ${text}`);
    }
    seen.push(responses);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('during an attack on the whole service, a source has five tries, and the right password is still accepted', async () => {
  await pretend(failuresEverywhere, 1200);
  const { email } = await makeUser(under);
  const from = place();
  const stuff = () => attempt({ email: `${randomUUID()}@example.com`, from });
  expect(await statuses(6, stuff)).toEqual([...times(5, 422), 429]);
  expect((await attempt({ email, password: right })).status).toBe(201);
  under.clock.advance(60_000);
  expect(await statuses(6, () => attempt({ email, from: place() }))).toEqual(times(6, 422));
});

test('a mailbox receives at most ten emails an hour from all callers, and registrations get the same response', async () => {
  const email = `${randomUUID()}@example.com`;
  const body = { email, password: 'a long password of mine' };
  const responses = await Promise.all(Array.from({ length: 12 }, () => under.call(api.signUp, { body })));
  expect(responses.map(({ status }) => status)).toEqual(times(12, 201));
  expect(under.jobs.emailsTo(email)).toHaveLength(10);
  const [token = ''] = responses.map(({ json }) => (json as { access_token: string }).access_token);
  const refused = await under.call(api.resendVerification, {}, { token });
  expect(refused.status).toBe(429);
  under.clock.advance(waitOf(refused) * 1000);
  expect((await under.call(api.resendVerification, {}, { token })).status).toBe(204);
  expect(under.jobs.emailsTo(email)).toHaveLength(11);
});

test('in a flood, refuses guesses from unknown devices before hashing, and queues those from a known device', async () => {
  const owner = await makeUser(under);
  const { db, clock, keys } = under.dependencies;
  const deps = {
    db,
    attempts: createAttempts({ quick: under.dependencies.quick, clock, secret: keys.buckets }),
  };
  const by = { email: owner.email, address: place() };
  const stranger = { ...by, deviceId: randomUUID() };
  const { promise: flood, resolve: ebb } = Promise.withResolvers<undefined>();
  const spent = Array.from({ length: 200 }, () => deps.attempts.spend(() => flood));
  const tried = () => Promise.resolve(ok('in'));
  const refused = { ok: false, error: { code: 'too_many_requests', retryAfter: 5 } };
  expect(await attemptPassword(deps, stranger, tried)).toEqual(refused);
  expect(await attemptPassword(deps, { ...by, deviceId: owner.deviceId }, tried)).toEqual(ok('in'));
  ebb(undefined);
  await Promise.all(spent);
  expect(await attemptPassword(deps, stranger, tried)).toEqual(ok('in'));
});

test('all addresses of an IPv6 /64 count as one source', async () => {
  const { email } = await makeUser(under);
  let host = 0;
  const next = () => attempt({ email, from: `2001:db8:1:2::${((host += 1)).toString(16)}` });
  expect(await statuses(11, next)).toEqual([...times(10, 422), 429]);
  expect((await attempt({ email, from: '2001:db8:1:3::1' })).status).toBe(422);
});
