import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteIdleTokens, deleteOldDevices } from '../../src/features/users/index.ts';
import { timeFact } from '../../src/platform/mail/email.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const password = 'correct horse battery staple';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Listed {
  readonly id: string;
  readonly client: string | null;
  readonly platform: string | null;
  readonly device_name: string | null;
  readonly method: string;
  readonly awaits_second_factor: boolean;
  readonly signed_in_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
}

/** Signs in by password, by default on a new device. */
async function enter(user: TestUser, deviceId: string = randomUUID(), userAgent = firefox) {
  const body = { email: user.email, password };
  const response = await under.call(api.logIn, { body }, { deviceId }, { 'user-agent': userAgent });
  const { access_token: token } = response.json as { access_token: string };
  return { token, deviceId };
}

type Session = Pick<TestUser, 'token' | 'deviceId'>;

const list = async (session: Session) =>
  ((await under.call(api.listSessions, {}, session)).json as { sessions: Listed[] }).sessions;
const isIn = async (session: Session) => (await under.call(api.currentUser, {}, session)).status === 200;
const notices = (user: TestUser) =>
  under.jobs.emailsTo(user.email).filter(({ subject }) => subject === 'New sign-in to Comet');

test('a session shows its device, method and time, and whether it is the current one', async () => {
  const user = await makeUser(under);
  under.clock.advance(2 * hourMs);
  const here = await enter(user);
  const [first, second, ...others] = await list(here);
  expect(others).toEqual([]);
  const now = under.clock.now().toISOString();
  expect(first).toEqual({
    id: first?.id,
    client: 'Firefox',
    platform: 'linux',
    device_name: null,
    method: 'password',
    awaits_second_factor: false,
    pending_until: null,
    signed_in_at: now,
    last_used_at: now,
    current: true,
  });
  expect(second).toMatchObject({ method: 'sign_up', client: 'Node.js', platform: null, current: false });
  expect((await list(user)).map(({ current, method }) => [current, method])).toEqual([
    [true, 'sign_up'],
    [false, 'password'],
  ]);
});

test('stores neither an address nor a User-Agent', async () => {
  const user = await makeUser(under);
  await enter(user, randomUUID(), `${firefox} a-plugin-that-names-its-owner/203.0.113.9`);
  const rows = await under.dependencies.db.selectFrom('accessTokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/plugin|203\.0\.113|Firefox\/|"10\.9\./);
});

test('ends only the chosen session, at once', async () => {
  const user = await makeUser(under);
  const [lost, kept] = [await enter(user), await enter(user)];
  const id = (await list(lost))[0]?.id ?? '';
  expect((await under.call(api.revokeSession, { params: { id } }, kept)).status).toBe(204);
  expect([await isIn(lost), await isIn(kept), await isIn(user)]).toEqual([false, true, true]);
  expect((await under.call(api.revokeSession, { params: { id } }, kept)).status).toBe(404);
});

test("a stranger's session cannot be ended or seen", async () => {
  const [user, stranger] = [await makeUser(under), await makeUser(under)];
  const id = (await list(user))[0]?.id ?? '';
  expect((await under.call(api.revokeSession, { params: { id } }, stranger)).status).toBe(404);
  expect(await isIn(user)).toBe(true);
  expect((await list(stranger)).map((session) => session.id)).not.toContain(id);
});

test('ends all other sessions and keeps the current one', async () => {
  const user = await makeUser(under);
  const [one, other] = [await enter(user), await enter(user)];
  const stranger = await makeUser(under);
  expect((await under.call(api.revokeOtherSessions, {}, other)).status).toBe(204);
  expect([await isIn(user), await isIn(one), await isIn(other)]).toEqual([false, false, true]);
  expect(await list(other)).toHaveLength(1);
  expect(await isIn(stranger)).toBe(true);
});

test('logging out everywhere ends this session, too', async () => {
  const user = await makeUser(under);
  const other = await enter(user);
  expect((await under.call(api.revokeAllSessions, {}, user)).status).toBe(204);
  expect([await isIn(user), await isIn(other)]).toEqual([false, false]);
});

test('a session that was not used for thirty days is not listed', async () => {
  const user = await makeUser(under);
  under.clock.advance(29 * dayMs);
  const here = await enter(user);
  expect(await list(here)).toHaveLength(2);
  under.clock.advance(2 * dayMs);
  expect(await list(here)).toHaveLength(1);
});

test('a session ends a year after its sign-in, regardless of its use', async () => {
  const user = await makeUser(under);
  for (let day = 0; day < 364; day += 28) {
    expect(await isIn(user)).toBe(true);
    under.clock.advance(28 * dayMs);
  }
  under.clock.advance(dayMs);
  expect(await isIn(user)).toBe(true);
  under.clock.advance(1);
  expect(await isIn(user)).toBe(false);
  const other = await enter(user);
  expect(await list(other)).toHaveLength(1);
  await deleteIdleTokens(under.dependencies.db, under.clock.now());
  const rows = under.dependencies.db.selectFrom('accessTokens').select('id').where('userId', '=', user.id);
  expect(await rows.execute()).toHaveLength(1);
});

test('a session from a one-time token ends a year after the original sign-in', async () => {
  const user = await makeUser(under);
  let session: Session = user;
  for (let day = 0; day < 364; day += 28) {
    under.clock.advance(28 * dayMs);
    const made = await under.call(api.createOneTimeToken, {}, session);
    const { one_time_token: oneTimeToken } = made.json as { one_time_token: string };
    const deviceId = randomUUID();
    const next = await under.call(api.authenticateOneTimeToken, { body: { oneTimeToken } }, { deviceId });
    session = { token: (next.json as { access_token: string }).access_token, deviceId };
  }
  under.clock.advance(dayMs);
  expect(await isIn(session)).toBe(true);
  under.clock.advance(1);
  expect(await isIn(session)).toBe(false);
});

test('notifies the owner of a new device, once, with program and time', async () => {
  const user = await makeUser(under);
  expect(notices(user)).toHaveLength(0);
  const { deviceId } = await enter(user);
  const [notice] = notices(user);
  const device = { term: 'Device', value: 'Firefox on Linux' };
  expect(notice?.facts).toEqual([device, timeFact(under.clock.now())]);
  expect(notice?.action?.url).toBe('https://dashboard.example/dash/settings/');
  await enter(user, deviceId);
  await enter(user, user.deviceId);
  expect(notices(user)).toHaveLength(1);
});

test('sends one notice for ten concurrent sign-ins of a new device', async () => {
  const user = await makeUser(under);
  const deviceId = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => enter(user, deviceId)));
  expect(notices(user)).toHaveLength(1);
});

test('sends a notice for every sign-in without a device id', async () => {
  const user = await makeUser(under);
  const body = { email: user.email, password };
  await under.call(api.logIn, { body });
  await under.call(api.logIn, { body });
  expect(notices(user)).toHaveLength(2);
});

test('a device whose session was ended by its owner counts as new again; one that logged out does not', async () => {
  const user = await makeUser(under);
  const device = await enter(user);
  await under.call(api.logOut, {}, device);
  const again = await enter(user, device.deviceId);
  expect(notices(user)).toHaveLength(1);
  const id = (await list(again))[0]?.id ?? '';
  await under.call(api.revokeSession, { params: { id } }, user);
  await enter(user, device.deviceId);
  expect(notices(user)).toHaveLength(2);
  await under.call(api.revokeOtherSessions, {}, user);
  await enter(user, device.deviceId);
  await enter(user, user.deviceId);
  expect(notices(user)).toHaveLength(3);
});

test('sends nothing to an unconfirmed mailbox', async () => {
  const user = await makeUser(under, { verified: false });
  await enter(user);
  expect(notices(user)).toHaveLength(0);
});

test('lists a session without its second factor as such, without a sign-in notice', async () => {
  const user = await makeUser(under);
  const { db, clock } = under.dependencies;
  await db.updateTable('users').set({ twoFactorEnabledAt: clock.now() }).where('id', '=', user.id).execute();
  await enter(user);
  expect((await list(user)).map((session) => session.awaits_second_factor)).toEqual([false, true]);
  expect(notices(user)).toHaveLength(0);
});

test('stores known devices for a year as hashes that differ between accounts', async () => {
  const [one, other] = [await makeUser(under), await makeUser(under)];
  const { deviceId } = await enter(one);
  await enter(other, deviceId);
  const hashes = async () => {
    const rows = await under.dependencies.db
      .selectFrom('knownDevices')
      .select('deviceHash')
      .where('userId', 'in', [one.id, other.id])
      .execute();
    return rows.map((row) => row.deviceHash.toString('hex'));
  };
  expect(new Set(await hashes()).size).toBe(4);
  expect(JSON.stringify(await hashes())).not.toContain(deviceId.replaceAll('-', ''));
  under.clock.advance(364 * dayMs);
  await enter(one, deviceId);
  under.clock.advance(2 * dayMs);
  await deleteOldDevices(under.dependencies.db, under.clock.now());
  expect(await hashes()).toHaveLength(1);
});
