import { api as contract } from '@comet/contract';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../model/gateway.ts';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { fakeAdmission } from '../platform/admission/admission-endpoint.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { WireguardSession } from '../model/session.ts';
import { signOut, sendLogoutNotices } from './sign-out.ts';

const deviceId = '4f0c1de6-7a70-4f0e-8d4e-6a6a4f0e8d4e';
const account = { accessToken: 'token', email: 'a@comet.test', deviceId, deviceName: 'laptop' };

function setUp() {
  const file = fakeStateFile({ account });
  const api = fakeApi();
  for (const endpoint of [contract.removeDevice, contract.logOut])
    api.replies.set(keyOf(endpoint), () => ({}));
  const seen: (string | undefined)[] = [];
  const tunnel = {
    disconnect: async () => void seen.push(file.current.account?.email),
  } as unknown as Tunnel;
  const standby = { claimAll: () => Promise.resolve([]) };
  const leave = () =>
    signOut({ file, api, admissionEndpoint: fakeAdmission(), tunnel, lastSession: () => null, standby });
  return { file, api, leave, seen };
}

test('removes the device and revokes the token', async () => {
  const { file, api, leave } = setUp();
  await leave();
  expect(api.calls).toEqual([keyOf(contract.removeDevice), keyOf(contract.logOut)]);
  expect(file.current).toMatchObject({ account: null, logoutNotices: [] });
});

test('sends the logout notice of each account later if the API is unreachable', async () => {
  const { file, api, leave } = setUp();
  api.unreachable = true;
  await leave();
  expect(file.current).toMatchObject({ account: null, logoutNotices: [{ accessToken: 'token', deviceId }] });
  await sendLogoutNotices(file, api);
  expect(file.current.logoutNotices).toHaveLength(1);
  api.unreachable = false;
  api.calls.length = 0;
  await sendLogoutNotices(file, api);
  expect(api.calls).toEqual([keyOf(contract.removeDevice), keyOf(contract.logOut)]);
  expect(file.current.logoutNotices).toEqual([]);
});

test('sends a logout notice once if the API has already removed the device', async () => {
  const { file, api, leave } = setUp();
  api.replies.clear();
  await leave();
  expect(file.current.logoutNotices).toEqual([]);
});

test('disconnects a tunnel that another client made during sign-out', async () => {
  const { leave, seen } = setUp();
  await leave();
  expect(seen).toEqual([account.email, undefined]);
});

test('does not report the state as deleted if the disk is full', async () => {
  const { file, leave } = setUp();
  expect(await leave()).toBe(true);
  file.full = true;
  expect(await leave()).toBe(false);
});

test('releases the session at each gateway once', async () => {
  const key = { ...generateWireguardKeyPair(), week: 1 };
  const file = fakeStateFile({ account, key });
  const admissionEndpoint = fakeAdmission();
  const api = fakeApi();
  const sessionAt = (gateway: Gateway) =>
    ({ protocol: 'wireguard', gateway, ticket: 'ticket', publicKey: key.publicKey }) as WireguardSession;
  const [first, second] = gateways.map((gateway) =>
    sessionAt({ ...gateway, wireguardPublicKey: key.publicKey }),
  );
  const standby = { claimAll: () => Promise.resolve([first!, second!]) };
  const tunnel = { disconnect: () => Promise.resolve() } as unknown as Tunnel;
  await signOut({ file, api, admissionEndpoint, tunnel, standby, lastSession: () => first! });
  expect(admissionEndpoint.released.toSorted()).toEqual([first!.gateway.id, second!.gateway.id]);
});
