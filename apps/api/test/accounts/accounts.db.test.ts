import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identify } from '../../src/features/users/sessions/log-in.route.ts';
import { deleteUnverified } from '../../src/features/users/index.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const password = 'correct horse battery staple';
const logIn = (email: string, given = password) =>
  under.call(api.logIn, { body: { email, password: given } });
const confirm = async (token: string, device?: { readonly deviceId: string }) =>
  codeOf(
    (await under.call(api.confirmEmail, { query: { token } }, device && { deviceId: device.deviceId })).json,
  );

test('a link followed by twenty concurrent requests confirms once', async () => {
  const user = await makeUser(under, { verified: false });
  const token = under.jobs.tokenMailedTo(user.email);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => confirm(token, user)));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'link_used']));
});

test('distinguishes unknown, used and expired links', async () => {
  const { email } = await makeUser(under, { verified: false });
  const token = under.jobs.tokenMailedTo(email);
  expect([await confirm(`${token}.`), await confirm('<b>'), await confirm('x'.repeat(500))]).toEqual([
    'link_invalid',
    'link_invalid',
    'link_invalid',
  ]);
  under.clock.advance(dayMs);
  expect([await confirm('nothing'), await confirm(token)]).toEqual(['link_invalid', 'link_expired']);
});

test('registration has the same response whether or not the address has an account; only the email differs', async () => {
  const owner = await makeUser(under);
  const fresh = { email: 'fresh@example.com', password };
  const [known, unknown] = await Promise.all([
    under.call(api.signUp, { body: { email: owner.email, password } }),
    under.call(api.signUp, { body: fresh }),
  ]);
  expect([known.status, unknown.status]).toEqual([201, 201]);
  expect(Object.keys(known.json as object)).toEqual(Object.keys(unknown.json as object));
  expect(under.jobs.emailsTo(owner.email).at(-1)?.subject).toBe('You already have a Comet account');
});

test('an address belongs to the account that confirms it first, also with concurrent confirmations', async () => {
  const email = 'contested@example.com';
  const one = await makeUser(under, { verified: false, email });
  const first = under.jobs.tokenMailedTo(email);
  const other = await makeUser(under, { verified: false, email });
  const second = under.jobs.tokenMailedTo(email);
  expect((await Promise.all([confirm(first, one), confirm(second, other)])).toSorted()).toEqual([
    'email_taken',
    'ok',
  ]);
});

test('a sign-in selects the confirmed account, otherwise the newest unconfirmed one', async () => {
  const email = 'two@example.com';
  const owner = await makeUser(under, { email });
  await makeUser(under, { verified: false, email, password: 'another long password' });
  const emailVerified = async (given: string) => {
    const { access_token: token } = (await logIn(email, given)).json as { access_token: string };
    return (await under.call(api.currentUser, {}, { token })).json;
  };
  expect(await emailVerified(password)).toMatchObject({ id: owner.id, email_verified: true });
  expect(await emailVerified('another long password')).toMatchObject({ email_verified: false });
});

test('a failed sign-in costs two comparisons, with and without an account', async () => {
  const owner = await makeUser(under);
  const newcomer = await makeUser(under, { verified: false });
  const comparisons = async (email: string, given: string) => {
    let count = 0;
    const verify = (stored: string | null) => {
      count += 1;
      return Promise.resolve(stored !== null && given === password);
    };
    await identify(
      { db: under.dependencies.db, passwords: { hash: () => Promise.reject(new Error()), verify } },
      {
        email,
        password: given,
      },
    );
    return count;
  };
  expect(await comparisons(owner.email, password)).toBe(1);
  expect(await comparisons(newcomer.email, password)).toBe(2);
  for (const email of [owner.email, newcomer.email, 'nobody@example.com']) {
    expect(await comparisons(email, 'wrong')).toBe(2);
  }
});

test('rejects all wrong credentials alike', async () => {
  const { email } = await makeUser(under);
  const [wrong, nobody] = await Promise.all([logIn(email, 'not it'), logIn('nobody@example.com')]);
  expect(codeOf(wrong.json)).toBe('wrong_credentials');
  expect(wrong.text).toBe(nobody.text);
});

test('refuses a common password', async () => {
  for (const guessed of ['Password123', '        ', 'ZZZZZZZZZZ', 'Guessed@Example.com']) {
    const body = { email: 'guessed@example.com', password: guessed };
    const response = await under.call(api.signUp, { body });
    expect(response.status).toBe(422);
    expect(response.text).toContain('password.too_common');
  }
});

test('a token becomes invalid at logout, and after thirty days without use', async () => {
  const user = await makeUser(under);
  const isSignedIn = async () => (await under.call(api.currentUser, {}, user)).status === 200;
  under.clock.advance(29 * dayMs);
  expect(await isSignedIn()).toBe(true);
  under.clock.advance(29 * dayMs);
  expect(await isSignedIn()).toBe(true);
  under.clock.advance(31 * dayMs);
  expect(await isSignedIn()).toBe(false);
  const other = await makeUser(under);
  expect((await under.call(api.logOut, {}, other)).status).toBe(204);
  expect((await under.call(api.currentUser, {}, other)).status).toBe(401);
});

test('a token is not stored in the database in a usable form', async () => {
  const deviceId = randomUUID();
  const user = await makeUser(under);
  const rows = await under.dependencies.db.selectFrom('accessTokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(user.token);
  expect((await under.call(api.currentUser, {}, { ...user, deviceId })).status).toBe(401);
});

test('deletes unconfirmed accounts after seven days', async () => {
  const kept = await makeUser(under);
  const { email } = await makeUser(under, { verified: false });
  under.clock.advance(7 * dayMs + 1);
  await deleteUnverified(under.dependencies.db, under.clock.now());
  const left = await under.dependencies.db.selectFrom('users').select('email').execute();
  const emails = left.map((row) => row.email);
  expect(emails).toContain(kept.email);
  expect(emails).not.toContain(email);
});
