import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const minuteMs = 60_000;
type Session = Pick<TestUser, 'token' | 'deviceId'>;

async function logIn(user: TestUser, deviceId: string = randomUUID()): Promise<Session> {
  const body = { email: user.email, password: user.password };
  const { json } = await under.call(api.logIn, { body }, { deviceId });
  return { token: (json as { access_token: string }).access_token, deviceId };
}

/** Adds sessions that were used ten minutes ago. */
async function addSessions(user: TestUser, sessions: number, isLimited = false): Promise<void> {
  const usedAt = new Date(under.clock.now().getTime() - 10 * minuteMs);
  await sql`
    insert into access_tokens (user_id, token_hash, device_id, is_limited, method, created_at, last_used_at)
    select ${user.id}, sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), ${isLimited}, 'password', ${usedAt}, ${usedAt}
    from generate_series(1, ${sessions})`.execute(under.dependencies.db);
}

const countSessions = async (user: TestUser) => {
  const rows = under.dependencies.db.selectFrom('accessTokens').select('id').where('userId', '=', user.id);
  return (await rows.execute()).length;
};
const isIn = async (session: Session) => (await under.call(api.currentUser, {}, session)).status === 200;
const listed = async (session: Session) =>
  ((await under.call(api.listSessions, {}, session)).json as { sessions: { current: boolean }[] }).sessions;

test('a sign-in beyond 100 sessions ends the least recently used one with what it started', async () => {
  const user = await makeUser(under);
  const device = { name: 'Laptop', platform: 'linux' } as const;
  expect((await under.call(api.addDevice, { body: device }, user)).status).toBe(201);
  const body = { email: 'new-address@example.com', currentPassword: user.password };
  expect((await under.call(api.requestEmailChange, { body }, user)).status).toBe(204);
  const made = await under.call(api.createOneTimeToken, {}, user);
  const { one_time_token: oneTimeToken } = made.json as { one_time_token: string };
  under.clock.advance(20_000);
  const kept = await logIn(user);
  under.clock.advance(20_000);
  await addSessions(user, 97);
  await under.dependencies.db
    .updateTable('accessTokens')
    .set({ lastUsedAt: under.clock.now() })
    .where('method', '=', 'password')
    .where('userId', '=', user.id)
    .execute();
  const hundredth = await logIn(user);
  expect([await countSessions(user), await isIn(user)]).toEqual([100, true]);
  const newest = await logIn(user);
  expect([await countSessions(user), await isIn(user)]).toEqual([100, false]);
  expect([await isIn(kept), await isIn(hundredth), await isIn(newest)]).toEqual([true, true, true]);
  const spent = await under.call(api.authenticateOneTimeToken, { body: { oneTimeToken } }, kept);
  expect(spent.status).toBe(422);
  const query = { token: under.jobs.tokenMailedTo('new-address@example.com') };
  expect((await under.call(api.confirmEmailChange, { query }, user)).status).toBe(410);
  const { devices } = (await under.call(api.listDevices, {}, newest)).json as { devices: object[] };
  expect(devices).toHaveLength(1);
  // Its browser is still known: signing in there again sends no notice.
  const noticesBefore = under.jobs.emailsTo(user.email).length;
  await logIn(user, user.deviceId);
  expect(under.jobs.emailsTo(user.email)).toHaveLength(noticesBefore);
});

test('sign-ins without the second factor do not end sessions', async () => {
  const user = await makeUser(under);
  const { db, clock } = under.dependencies;
  await addSessions(user, 99);
  await addSessions(user, 150, true);
  await db.updateTable('users').set({ twoFactorEnabledAt: clock.now() }).where('id', '=', user.id).execute();
  await logIn(user);
  expect([await countSessions(user), await isIn(user)]).toEqual([251, true]);
  expect(await listed(user)).toHaveLength(120);
});

test('an account with more sessions loses 20 per sign-in, and its list shows 100', async () => {
  const user = await makeUser(under);
  await addSessions(user, 299);
  expect(await listed(user)).toHaveLength(100);
  const session = await logIn(user);
  expect(await countSessions(user)).toBe(281);
  expect((await listed(session))[0]).toMatchObject({ current: true });
});

test('concurrent sign-ins of an account with 100 sessions all succeed', async () => {
  const user = await makeUser(under);
  await addSessions(user, 99);
  const sessions = await Promise.all(Array.from({ length: 12 }, () => logIn(user)));
  expect(await Promise.all(sessions.map(isIn))).toEqual(sessions.map(() => true));
  await logIn(user);
  expect(await countSessions(user)).toBe(100);
});
