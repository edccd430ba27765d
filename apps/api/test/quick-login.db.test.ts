import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';

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

async function start(): Promise<Waiting> {
  const device = { deviceId: randomUUID() };
  const body = { deviceName: 'Workshop laptop', platform: 'linux' as const };
  const started = await under.call(api.startDeviceAuthorization, { body }, device);
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

test('a device waits, is shown to the owner, approved, and signed in once', async () => {
  const waiting = await start();
  expect(await poll(waiting)).toBe('authorization_pending');
  const params = { userCode: waiting.userCode.toLowerCase() };
  const shown = await under.call(api.showDeviceAuthorization, { params }, user);
  expect(shown.json).toMatchObject({ device_name: 'Workshop laptop', user_code: waiting.userCode });
  expect(await decide(waiting, true)).toBe(204);
  expect(under.jobs.lettersTo(user.email).at(-1)?.subject).toBe('A device signed in to Comet');
  expect([await poll(waiting), await poll(waiting)]).toEqual(['signed in', 'device_code_expired']);
});

test('an approval is taken by one of many polls', async () => {
  const waiting = await start();
  await decide(waiting, true);
  under.clock.advance(5_000);
  const body = { deviceCode: waiting.deviceCode };
  const polls = await Promise.all(
    Array.from({ length: 10 }, () => under.call(api.pollDeviceAuthorization, { body }, waiting.device)),
  );
  expect(polls.filter((one) => one.status === 201)).toHaveLength(1);
});

test('a device that was turned away hears it, and a decision is made once', async () => {
  const waiting = await start();
  expect([await decide(waiting, false), await decide(waiting, true)]).toEqual([204, 404]);
  expect(await poll(waiting)).toBe('authorization_denied');
});

test('a double click on the decision is one decision and no failure, a stranger after it finds nothing', async () => {
  const stranger = await makeUser(under);
  const approved = await start();
  const before = under.jobs.lettersTo(user.email).length;
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide(approved, true)));
  expect(new Set(answers)).toEqual(new Set([204]));
  expect(under.jobs.lettersTo(user.email)).toHaveLength(before + 1);
  const body = { userCode: approved.userCode, approve: true };
  expect((await under.call(api.decideQuickLogin, { body }, stranger)).status).toBe(404);
  expect(await poll(approved)).toBe('signed in');
  const denied = await start();
  expect([await decide(denied, false), await decide(denied, false)]).toEqual([204, 204]);
  expect(await poll(denied)).toBe('authorization_denied');
});

test('a device that asks too fast has to slow down', async () => {
  const waiting = await start();
  await poll(waiting);
  const body = { deviceCode: waiting.deviceCode };
  const hasty = await under.call(api.pollDeviceAuthorization, { body }, waiting.device);
  expect(hasty.text).toContain('slow_down');
  expect(await poll(waiting)).toBe('slow_down');
});

test('codes are worth nothing after ten minutes, or from another device', async () => {
  const stolen = await start();
  await decide(stolen, true);
  expect(await poll(stolen, { deviceId: randomUUID() })).toBe('device_code_expired');
  const waiting = await start();
  under.clock.advance(600_000);
  expect(await decide(waiting, true)).toBe(404);
  expect(await poll(waiting)).toBe('device_code_expired');
});
