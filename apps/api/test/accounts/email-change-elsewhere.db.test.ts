import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';

let under: ApiUnderTest;
let user: TestUser;
let email: string;
let token: string;

beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(async () => {
  user = await makeUser(under);
  email = `moved-${user.email}`;
  await under.call(api.requestEmailChange, { body: { email, currentPassword: user.password } }, user);
  token = under.jobs.tokenMailedTo(email);
});

const elsewhere = () => ({ deviceId: randomUUID() });
const outcome = ({ json }: { readonly json: unknown }) =>
  (json as { error?: { code: string } } | null)?.error?.code ?? 'done';
const follow = async (by: TestCredentials) =>
  outcome(await under.call(api.confirmEmailChange, { query: { token } }, by));
const withPassword = (
  password: string,
  by: TestCredentials = elsewhere(),
  headers: Record<string, string> = {},
) => under.call(api.confirmEmailChangeElsewhere, { body: { token, password } }, by, headers);
const present = async () =>
  ((await under.call(api.currentUser, {}, user)).json as { email?: string }).email ?? null;

test('a link needs no password on a device that has signed in to the account before, whether or not it is signed in now', async () => {
  const phone = elsewhere();
  await under.call(api.logIn, { body: { email: user.email, password: user.password } }, phone);
  expect(await follow(phone)).toBe('done');
  expect(await present()).toBe(email);
});

test('requires the password in another browser, and a request without it does not use the link up', async () => {
  for (const by of [elsewhere(), await makeUser(under)]) {
    expect(await follow(by)).toBe('verification_password_required');
  }
  expect(outcome(await withPassword('not it'))).toBe('current_password_wrong');
  expect(await present()).toBe(user.email);
  const response = await withPassword(user.password);
  expect([response.status, response.json]).toEqual([200, { email }]);
  // The browser of the request stays signed in.
  expect(await present()).toBe(email);
  expect(outcome(await withPassword(user.password))).toBe('link_used');
});

test('with the password it works once, also with concurrent requests', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => withPassword(user.password)));
  expect(responses.map(outcome).filter((code) => code === 'done')).toHaveLength(1);
});

test('refuses the password of another account, and one that was replaced concurrently', async () => {
  const stranger = await makeUser(under, { password: 'my very own words' });
  expect(outcome(await withPassword('my very own words', stranger))).toBe('current_password_wrong');
  const { passwordHash } = await under.dependencies.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow();
  const other = {
    holds: holdingAccount(user.id),
    changes: (trx: Parameters<ReturnType<typeof holdingAccount>>[0]) =>
      trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute(),
  };
  const response = await duringTransaction(under, other, () => withPassword(user.password));
  expect(outcome(response)).toBe('current_password_wrong');
  expect(await present()).toBe(user.email);
});

test('limits password guesses', async () => {
  const source = { 'x-forwarded-for': '198.51.100.9' };
  const guess = (password: string) => withPassword(password, elsewhere(), source);
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`guess ${n}`)));
  expect(guesses.map(outcome).filter((code) => code === 'current_password_wrong')).toHaveLength(10);
  expect(outcome(await guess(user.password))).toBe('too_many_requests');
});
