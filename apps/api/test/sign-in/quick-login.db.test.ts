import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAuthorizations } from '../../src/features/quick-login/index.ts';
import { summariseSignIns } from '../../src/features/sign-in-notices/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

interface Waiting {
  readonly device: { readonly deviceId: string };
  readonly deviceCode: string;
  readonly userCode: string;
}

async function start(address?: string): Promise<Waiting> {
  const device = { deviceId: randomUUID() };
  const body = { deviceName: 'Workshop laptop', platform: 'linux' as const };
  const from = address === undefined ? {} : { 'x-forwarded-for': address };
  const started = await under.call(api.startDeviceAuthorization, { body }, device, from);
  const { device_code: deviceCode, user_code: userCode } = started.json as Record<string, string>;
  return { device, deviceCode: deviceCode ?? '', userCode: userCode ?? '' };
}

async function poll(waiting: Waiting, device = waiting.device): Promise<string> {
  under.clock.advance(5_000);
  const body = { deviceCode: waiting.deviceCode };
  const { json } = await under.call(api.pollDeviceAuthorization, { body }, device);
  return (json as { error?: { code: string } }).error?.code ?? 'signed in';
}

const decide = async ({ userCode }: Waiting, approve: boolean) =>
  (await under.call(api.decideQuickLogin, { body: { userCode, approve } }, user)).status;

test('a waiting device is shown to the owner, approved, and signed in once', async () => {
  const waiting = await start();
  expect(await poll(waiting)).toBe('authorization_pending');
  const params = { userCode: waiting.userCode.toLowerCase() };
  const shown = await under.call(api.showDeviceAuthorization, { params }, user);
  expect(shown.json).toMatchObject({ device_name: 'Workshop laptop', user_code: waiting.userCode });
  expect(await decide(waiting, true)).toBe(204);
  expect(under.jobs.emailsTo(user.email).at(-1)?.subject).toBe('A sign-in to Comet was approved');
  expect([await poll(waiting), await poll(waiting)]).toEqual(['signed in', 'device_code_used']);
});

test('one of many concurrent polls redeems an approval', async () => {
  const waiting = await start();
  await decide(waiting, true);
  under.clock.advance(5_000);
  const body = { deviceCode: waiting.deviceCode };
  const polls = await Promise.all(
    Array.from({ length: 10 }, () => under.call(api.pollDeviceAuthorization, { body }, waiting.device)),
  );
  expect(polls.filter((one) => one.status === 201)).toHaveLength(1);
});

test('reports a denial to the device, and allows one decision', async () => {
  const waiting = await start();
  expect([await decide(waiting, false), await decide(waiting, true)]).toEqual([204, 404]);
  expect(await poll(waiting)).toBe('authorization_denied');
});

test('a repeated decision succeeds without effect, and another user does not find the code', async () => {
  const stranger = await makeUser(under);
  const approved = await start();
  const before = under.jobs.emailsTo(user.email).length;
  const responses = await Promise.all(Array.from({ length: 5 }, () => decide(approved, true)));
  expect(new Set(responses)).toEqual(new Set([204]));
  expect(under.jobs.emailsTo(user.email)).toHaveLength(before + 1);
  const body = { userCode: approved.userCode, approve: true };
  expect((await under.call(api.decideQuickLogin, { body }, stranger)).status).toBe(404);
  expect(await poll(approved)).toBe('signed in');
  const denied = await start();
  expect([await decide(denied, false), await decide(denied, false)]).toEqual([204, 204]);
  expect(await poll(denied)).toBe('authorization_denied');
});

test('returns slow_down to a device that polls too fast', async () => {
  const waiting = await start();
  await poll(waiting);
  const body = { deviceCode: waiting.deviceCode };
  const hasty = await under.call(api.pollDeviceAuthorization, { body }, waiting.device);
  expect(hasty.text).toContain('slow_down');
  expect(await poll(waiting)).toBe('slow_down');
});

test('codes are invalid after ten minutes, or from another device', async () => {
  const stolen = await start();
  await decide(stolen, true);
  expect(await poll(stolen, { deviceId: randomUUID() })).toBe('device_code_expired');
  const waiting = await start();
  under.clock.advance(600_000);
  expect(await decide(waiting, true)).toBe(404);
  expect(await poll(waiting)).toBe('device_code_expired');
});

test('the request to approve shows whether the device is in the same network, where that is known', async () => {
  const networks: Record<string, string[]> = { '203.0.113.7': [], '2001:db8::1': [] };
  for (const [browser, seen] of Object.entries(networks)) {
    for (const device of ['203.0.113.7', '203.0.113.8', '2001:db8::2', '2001:db8:1::2']) {
      const { userCode } = await start(device);
      const from = { 'x-forwarded-for': browser };
      const shown = await under.call(api.showDeviceAuthorization, { params: { userCode } }, user, from);
      expect(shown.json).toMatchObject({ address: device });
      seen.push((shown.json as { network: string }).network);
    }
  }
  expect(networks).toEqual({
    '203.0.113.7': ['same', 'other', 'unknown', 'unknown'],
    '2001:db8::1': ['unknown', 'unknown', 'same', 'other'],
  });
});

test('sends no email to an unconfirmed address', async () => {
  const owner = await makeUser(under, { verified: false });
  const before = under.jobs.emailsTo(owner.email).length;
  const waiting = await start();
  const body = { userCode: waiting.userCode, approve: true };
  expect((await under.call(api.decideQuickLogin, { body }, owner)).status).toBe(204);
  expect(await poll(waiting)).toBe('signed in');
  expect(under.jobs.emailsTo(owner.email)).toHaveLength(before);
});

test('sends five emails about approvals within an hour, and lists the others in one email at its end', async () => {
  const owner = await makeUser(under);
  const before = under.jobs.emailsTo(owner.email).length;
  for (let at = 0; at < 8; at += 1) {
    const body = { userCode: (await start()).userCode, approve: true };
    await under.call(api.decideQuickLogin, { body }, owner);
  }
  const mails = () => under.jobs.emailsTo(owner.email).slice(before);
  expect(mails().map(({ paragraphs }) => paragraphs.length)).toEqual([2, 2, 2, 2, 3]);
  under.clock.advance(3600_000);
  await summariseSignIns(processDeps(under));
  expect(mails()).toHaveLength(6);
  expect(mails()[5]?.facts).toMatchObject([
    { term: 'Comet on Linux', value: expect.stringContaining('3 sign-ins, last: ') },
  ]);
});

test('the email shows device, place and time, and no IP address', async () => {
  const owner = await makeUser(under);
  const waiting = await start('203.0.113.7');
  const body = { userCode: waiting.userCode, approve: true };
  await under.call(api.decideQuickLogin, { body }, owner, { 'x-forwarded-for': '203.0.113.7' });
  const email = under.jobs.emailsTo(owner.email).at(-1);
  const [device, place, time] = (email?.facts ?? []).map(({ value }) => value);
  expect(device).toBe('Workshop laptop');
  expect(place).toBe('Same as the browser that approved it');
  expect(time).toContain(`${under.clock.now().toISOString().slice(11, 16)} UTC`);
  expect(JSON.stringify(email)).not.toContain('203.0.113.7');
});

test('lists a device signed in by code by its name, and sends one email', async () => {
  const owner = await makeUser(under);
  const waiting = await start();
  const body = { userCode: waiting.userCode, approve: true };
  await under.call(api.decideQuickLogin, { body }, owner);
  await poll(waiting);
  const { sessions } = (await under.call(api.listSessions, {}, owner)).json as {
    sessions: Record<string, unknown>[];
  };
  expect(sessions.find(({ current }) => current === false)).toMatchObject({
    device_name: 'Workshop laptop',
    client: 'Comet',
    platform: 'linux',
    method: 'quick_login',
  });
  const subjects = under.jobs.emailsTo(owner.email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('sign'))).toEqual(['A sign-in to Comet was approved']);
});

/** Approves a code in a separate session, and ends that session. */
const endings: Readonly<Record<string, (approver: TestUser) => Promise<unknown>>> = {
  'all sessions end': (approver) => under.call(api.revokeAllSessions, {}, approver),
  'its session signs out': (approver) => under.call(api.logOut, {}, approver),
};

test.each(Object.entries(endings))(
  'withdraws an approval that no device has collected when %s, and polls return so',
  async (_name, end) => {
    const owner = await makeUser(under);
    const [waiting, collected] = [await start(), await start()];
    for (const { userCode } of [waiting, collected]) {
      await under.call(api.decideQuickLogin, { body: { userCode, approve: true } }, owner);
    }
    expect(await poll(collected)).toBe('signed in');
    await end(owner);
    expect(await poll(waiting)).toBe('authorization_revoked');
  },
);

test('a code that is approved in its last second can still be collected at the next poll', async () => {
  const waiting = await start();
  under.clock.advance(599_000);
  expect(await decide(waiting, true)).toBe(204);
  expect(await poll(waiting)).toBe('signed in');
  const forgotten = await start();
  under.clock.advance(599_000);
  await decide(forgotten, true);
  under.clock.advance(120_000);
  expect(await poll(forgotten)).toBe('device_code_expired');
});

test('only the approver sees whether the device has signed in', async () => {
  const stranger = await makeUser(under);
  const waiting = await start();
  const shown = async (by: TestUser) => {
    const params = { userCode: waiting.userCode };
    const { status, json } = await under.call(api.showDeviceAuthorization, { params }, by);
    return status === 200 ? (json as { state: string }).state : status;
  };
  expect([await shown(user), await shown(stranger)]).toEqual(['pending', 'pending']);
  await decide(waiting, true);
  expect([await shown(user), await shown(stranger)]).toEqual(['approved', 404]);
  expect(await poll(waiting)).toBe('signed in');
  expect([await shown(user), await shown(stranger)]).toEqual(['signed_in', 404]);
});

test('wrong codes are counted by account and by address; right ones are not', async () => {
  const waiting = await start();
  const look = (by: TestUser, userCode: string, address: string) =>
    under.call(api.showDeviceAuthorization, { params: { userCode } }, by, { 'x-forwarded-for': address });
  const [guesser, other, third] = [await makeUser(under), await makeUser(under), await makeUser(under)];
  const statuses = async (by: TestUser, userCode: string, count: number, address: string) => {
    const seen: number[] = [];
    for (let time = 0; time < count; time += 1) seen.push((await look(by, userCode, address)).status);
    return seen;
  };
  const wrong = 'BBBB-BBBB';
  const here = '198.51.100.20';
  expect(new Set(await statuses(guesser, waiting.userCode, 15, here))).toEqual(new Set([200]));
  expect(new Set(await statuses(guesser, wrong, 10, here))).toEqual(new Set([404]));
  const refused = await look(guesser, waiting.userCode, '198.51.200.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const body = { userCode: wrong, approve: true };
  expect((await under.call(api.decideQuickLogin, { body }, guesser)).status).toBe(429);
  expect(new Set(await statuses(other, wrong, 10, here))).toEqual(new Set([404]));
  expect((await look(third, wrong, here)).status).toBe(429);
  expect((await look(third, waiting.userCode, '198.51.201.1')).status).toBe(200);
});

test('a code is stored as a hash, and deleted after its expiry', async () => {
  const { deviceCode } = await start();
  const { db } = under.dependencies;
  const rows = await db.selectFrom('deviceAuthorizations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(deviceCode);
  expect(JSON.stringify(rows)).not.toContain(JSON.stringify([...Buffer.from(deviceCode)]));
  under.clock.advance(600_001);
  await deleteAuthorizations(db, under.clock.now());
  expect(await db.selectFrom('deviceAuthorizations').selectAll().execute()).toEqual([]);
});
