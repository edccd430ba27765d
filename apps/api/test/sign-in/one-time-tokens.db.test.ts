import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOneTimeTokens } from '../../src/features/one-time-tokens/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

async function make(by: Pick<TestUser, 'token' | 'deviceId'> = user): Promise<string> {
  const made = await under.call(api.createOneTimeToken, {}, by);
  return (made.json as { one_time_token: string }).one_time_token;
}

const exchange = (oneTimeToken: string, deviceId: string = randomUUID()) =>
  under.call(api.authenticateOneTimeToken, { body: { oneTimeToken } }, { deviceId });
const codeOf = (json: unknown) => (json as { error?: { code: string } }).error?.code ?? 'signed in';
const tokenOf = (json: unknown) => (json as { access_token: string }).access_token;

test('signs in only the device that presents it', async () => {
  const deviceId = randomUUID();
  const response = await exchange(await make(), deviceId);
  expect(response.status).toBe(201);
  const token = tokenOf(response.json);
  expect((await under.call(api.currentUser, {}, { token, deviceId })).json).toMatchObject({ id: user.id });
  expect((await under.call(api.currentUser, {}, { token, deviceId: randomUUID() })).status).toBe(401);
  expect((await under.call(api.listSessions, {}, { token, deviceId })).text).toContain('one_time_token');
});

test('one of thirty concurrent exchanges signs in', async () => {
  const oneTimeToken = await make();
  const responses = await Promise.all(Array.from({ length: 30 }, () => exchange(oneTimeToken)));
  const outcomes = responses.map(({ json }) => codeOf(json));
  expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['signed in', 'authentication_failed']));
});

test('is valid for sixty seconds', async () => {
  const [inTime, late] = [await make(), await make()];
  under.clock.advance(59_999);
  expect(codeOf((await exchange(inTime)).json)).toBe('signed in');
  under.clock.advance(1);
  expect(codeOf((await exchange(late)).json)).toBe('authentication_failed');
});

test('rejects an unknown, truncated or extended token with the same code', async () => {
  const whole = await make();
  for (const token of ['nothing', whole.slice(1), `${whole}x`, '<b>', 'x'.repeat(2000)]) {
    const response = await exchange(token);
    expect(response.status).toBe(422);
    expect(response.text).toContain('Authentication failed. Please log in and try again.');
  }
});

test('becomes invalid when its session ends', async () => {
  const deviceId = randomUUID();
  const session = { token: tokenOf((await exchange(await make(), deviceId)).json), deviceId };
  const oneTimeToken = await make(session);
  await under.call(api.logOut, {}, session);
  expect(codeOf((await exchange(oneTimeToken)).json)).toBe('authentication_failed');
});

test('is refused for a deleted account', async () => {
  const leaving = await makeUser(under);
  const oneTimeToken = await make(leaving);
  const { db, clock } = under.dependencies;
  await db.updateTable('users').set({ deletedAt: clock.now() }).where('id', '=', leaving.id).execute();
  expect(codeOf((await exchange(oneTimeToken)).json)).toBe('authentication_failed');
});

test('a session without its second factor cannot create one', async () => {
  const careful = await makeUser(under);
  const { db, clock } = under.dependencies;
  await db
    .updateTable('users')
    .set({ twoFactorEnabledAt: clock.now() })
    .where('id', '=', careful.id)
    .execute();
  const body = { email: careful.email, password: 'correct horse battery staple' };
  const { json } = await under.call(api.logIn, { body }, { deviceId: careful.deviceId });
  const limited = { token: tokenOf(json), deviceId: careful.deviceId };
  const refused = await under.call(api.createOneTimeToken, {}, limited);
  expect(codeOf(refused.json)).toBe('two_factor_code_required');
  // A full session can, and the new session is full: its owner has given both factors.
  const deviceId = randomUUID();
  const token = tokenOf((await exchange(await make(careful), deviceId)).json);
  expect((await under.call(api.currentUser, {}, { token, deviceId })).status).toBe(200);
});

test('does not give a fresh session, neither from an old nor from a fresh sign-in', async () => {
  const social = await makeUser(under);
  const { db } = under.dependencies;
  await db.updateTable('users').set({ passwordHash: null }).where('id', '=', social.id).execute();
  await db.updateTable('accessTokens').set({ method: 'social' }).where('userId', '=', social.id).execute();
  const again = async (session: { token: string; deviceId: string }) => {
    const response = await under.call(api.exportData, { body: {} }, session);
    return response.status === 200 ? 'ok' : /"code":"(\w+)"/.exec(response.text)?.[1];
  };
  const deviceId = randomUUID();
  const token = tokenOf((await exchange(await make(social), deviceId)).json);
  expect(await again(social)).toBe('ok');
  expect(await again({ token, deviceId })).toBe('reauthentication_required');
});

test('is stored as a hash, and deleted when it expires', async () => {
  const { db } = under.dependencies;
  const oneTimeToken = await make();
  const count = async () => (await db.selectFrom('oneTimeTokens').selectAll().execute()).length;
  const rows = await db.selectFrom('oneTimeTokens').selectAll().execute();
  expect(rows.some((row) => JSON.stringify(row).includes(oneTimeToken))).toBe(false);
  const before = await count();
  await exchange(oneTimeToken);
  expect(await count()).toBe(before - 1);
  await make();
  under.clock.advance(60_000);
  await deleteOneTimeTokens(db, under.clock.now());
  expect(await count()).toBe(0);
});
