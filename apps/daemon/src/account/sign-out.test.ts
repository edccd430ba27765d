import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/api.fake.ts';
import { fakeDoor } from '../platform/door.fake.ts';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import { bidFarewells } from './farewell.ts';
import { signOut } from './sign-out.ts';

const deviceId = '4f0c1de6-7a70-4f0e-8d4e-6a6a4f0e8d4e';
const account = { accessToken: 'token', email: 'a@comet.test', deviceId, deviceName: 'laptop' };

function setUp() {
  const file = fakeMemoryFile({ account });
  const api = fakeApi();
  for (const endpoint of [contract.removeDevice, contract.logOut])
    api.replies.set(keyOf(endpoint), () => ({}));
  const seen: (string | undefined)[] = [];
  const tunnel = {
    disconnect: async () => void seen.push(file.current.account?.email),
  } as unknown as Tunnel;
  const leave = () => signOut({ file, api, door: fakeDoor(), tunnel, lastSession: () => null });
  return { file, api, leave, seen };
}

test('the device gives up its place and the token is revoked', async () => {
  const { file, api, leave } = setUp();
  await leave();
  expect(api.calls).toEqual([keyOf(contract.removeDevice), keyOf(contract.logOut)]);
  expect(file.current).toMatchObject({ account: null, farewells: [] });
});

test('an API that is away is told later, of each account that left', async () => {
  const { file, api, leave } = setUp();
  api.unreachable = true;
  await leave();
  expect(file.current).toMatchObject({ account: null, farewells: [{ accessToken: 'token', deviceId }] });
  await bidFarewells(file, api);
  expect(file.current.farewells).toHaveLength(1);
  api.unreachable = false;
  api.calls.length = 0;
  await bidFarewells(file, api);
  expect(api.calls).toEqual([keyOf(contract.removeDevice), keyOf(contract.logOut)]);
  expect(file.current.farewells).toEqual([]);
});

test('what the API has forgotten already is told once', async () => {
  const { file, api, leave } = setUp();
  api.replies.clear();
  await leave();
  expect(file.current.farewells).toEqual([]);
});

test('a tunnel that another client made while the gateway was told outlives no account', async () => {
  const { leave, seen } = setUp();
  await leave();
  expect(seen).toEqual([account.email, undefined]);
});

test('a token that stays on a full disk is not said to be forgotten', async () => {
  const { file, leave } = setUp();
  expect(await leave()).toBe(true);
  file.full = true;
  expect(await leave()).toBe(false);
});
