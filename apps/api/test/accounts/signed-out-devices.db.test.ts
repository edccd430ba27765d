import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
});
beforeEach(async () => {
  user = await makeUser(under);
});
afterAll(() => under.stop());

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly signed_in: boolean;
}

/** Signs a machine in to the account, with its App-Identifier. */
async function signIn(deviceId: string, password = user.password): Promise<TestCredentials> {
  const body = { email: user.email, password };
  const { json } = await under.call(api.logIn, { body }, { deviceId });
  return { deviceId, token: (json as { access_token: string }).access_token };
}

const add = (machine: TestCredentials, name = 'Laptop') =>
  under.call(api.addDevice, { body: { name, platform: 'linux' } }, machine);

async function added(machine: TestCredentials): Promise<Shown> {
  return ((await add(machine)).json as { device: Shown }).device;
}

async function listed(): Promise<{ readonly devices: readonly Shown[]; readonly taken: number }> {
  return (await under.call(api.listDevices, {}, user)).json as { devices: Shown[]; taken: number };
}

const newPassword = 'another long sentence of mine';
const changePassword = () =>
  under.call(api.changePassword, { body: { currentPassword: user.password, password: newPassword } }, user);

test('a device whose session ended by a new password is signed out, and gets its own slot again at the limit', async () => {
  const machine = randomUUID();
  for (let place = 0; place < 9; place += 1) await add(user);
  const device = await added(await signIn(machine));
  expect(device.signed_in).toBe(true);
  await under.call(api.renameDevice, { params: { id: device.id }, body: { name: 'Desk' } }, user);
  await changePassword();
  const before = await listed();
  expect(before.devices.filter(({ signed_in: isIn }) => !isIn).map(({ id }) => id)).toEqual([device.id]);
  expect(before.taken).toBe(10);
  // Another machine exceeds the limit; this one is back, under the name that its owner gave it.
  const stranger = await signIn(randomUUID(), newPassword);
  expect(codeOf((await add(stranger)).json)).toBe('device_limit_reached');
  const returned = await added(await signIn(machine, newPassword));
  expect(returned).toMatchObject({ id: device.id, name: 'Desk', signed_in: true });
  const after = await listed();
  expect(after.devices).toHaveLength(10);
  expect(after.devices.every(({ signed_in: isIn }) => isIn)).toBe(true);
});

test('a signed-out device can be removed, which frees its slot', async () => {
  for (let place = 0; place < 9; place += 1) await add(user);
  const device = await added(await signIn(randomUUID()));
  await changePassword();
  expect((await under.call(api.removeDevice, { params: { id: device.id } }, user)).status).toBe(204);
  const other = await added(await signIn(randomUUID(), newPassword));
  expect(other.id).not.toBe(device.id);
});

test('a removed device does not come back, and accounts do not share devices', async () => {
  const machine = randomUUID();
  const device = await added(await signIn(machine));
  await under.call(api.removeDevice, { params: { id: device.id } }, user);
  await changePassword();
  const again = await added(await signIn(machine, newPassword));
  expect(again.id).not.toBe(device.id);
  await under.call(api.revokeOtherSessions, {}, user);
  const elsewhere = await makeUser(under);
  const stranger = await under.call(
    api.logIn,
    { body: { email: elsewhere.email, password: elsewhere.password } },
    { deviceId: machine },
  );
  const token = (stranger.json as { access_token: string }).access_token;
  const theirs = await added({ deviceId: machine, token });
  expect(theirs.id).not.toBe(again.id);
});

test('of two concurrent sign-ins of one machine, one gets its slot and the other a new one', async () => {
  const machine = randomUUID();
  await added(await signIn(machine));
  await changePassword();
  const machines = [await signIn(machine, newPassword), await signIn(machine, newPassword)];
  const devices = await Promise.all(machines.map((one) => added(one)));
  expect(new Set(devices.map(({ id }) => id)).size).toBe(2);
  expect((await listed()).taken).toBe(2);
});

test('a device that was added without App-Identifier is signed out when its session ends', async () => {
  const body = { email: user.email, password: user.password };
  const { json } = await under.call(api.logIn, { body }, {});
  const caller = { token: (json as { access_token: string }).access_token };
  const device = await added(caller);
  expect(device.signed_in).toBe(true);
  await changePassword();
  expect((await listed()).devices).toMatchObject([{ id: device.id, signed_in: false }]);
});

test('a device older than stored sessions is shown as signed in', async () => {
  await under.dependencies.db
    .insertInto('devices')
    .values({
      userId: user.id,
      name: 'Old',
      platform: 'linux',
      slot: 1,
      createdAt: under.clock.now(),
      removedAt: null,
    })
    .execute();
  expect((await listed()).devices).toMatchObject([{ name: 'Old', signed_in: true }]);
});

test('no table links two accounts of one device after their sessions on it have ended', async () => {
  const machine = randomUUID();
  const users = [user, await makeUser(under)];
  for (const one of users) {
    const body = { email: one.email, password: one.password };
    const { json } = await under.call(api.logIn, { body }, { deviceId: machine });
    const { access_token: token } = json as { access_token: string };
    await added({ deviceId: machine, token });
    await under.call(api.revokeOtherSessions, {}, one);
  }
  expect(await columnsContaining(under.dependencies.db, machine)).toEqual([]);
  const rows = await under.dependencies.db
    .selectFrom('devices')
    .select('deviceHash')
    .where(
      'userId',
      'in',
      users.map(({ id }) => id),
    )
    .execute();
  expect(new Set(rows.map(({ deviceHash }) => deviceHash?.toString('hex'))).size).toBe(2);
});
