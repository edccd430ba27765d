import { daemonApi as contract } from '@comet/contract';
import { manualClock, ok } from '@comet/foundation';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import { fakeApi, keyOf } from '../../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { type AccountCommandParts, accountCommandsOf } from './account-commands.ts';
import type { Caller } from '../control-channel.ts';

const here = '4f0c1de6-7a70-4f0e-8d4e-6a6a4f0e8d4e';
const other = '5f0c1de6-7a70-4f0e-8d4e-6a6a4f0e8d4e';
const account = { accessToken: 't', email: 'a@comet.test', deviceId: here, deviceName: 'desk' };
const caller = { signal: new AbortController().signal } as Caller;

function setUp(signedIn = true) {
  const file = fakeStateFile({ account: signedIn ? account : null });
  const api = fakeApi();
  const snapshot = { settings: freshSettings } as never;
  const done: string[] = [];
  const parts: AccountCommandParts = {
    file,
    api,
    clock: manualClock(new Date('2026-11-21T10:00:00Z')),
    signIn: { code: () => 'BCDF-GHJK' },
    signOut: () => Promise.resolve(done.push('signed out') > 0),
    onAccount: () => void done.push('announced'),
    dashboardOrigin: 'https://comet.example',
    set: vi.fn<AccountCommandParts['set']>(async (part) => {
      done.push(JSON.stringify(part));
      return Promise.resolve(ok(snapshot));
    }),
    now: () => Promise.resolve(ok(snapshot)),
    explained: (error) => ({ ok: false, error }),
  };
  return { file, api, done, commands: accountCommandsOf(parts) };
}

test('sends no account requests without a signed-in account', async () => {
  const { api, done, commands } = setUp(false);
  for (const reply of [
    commands.logout({}),
    commands.account({}, caller),
    commands['account.devices']({}, caller),
    commands['account.device.remove']({ id: other }),
    commands['account.referral']({}, caller),
  ])
    expect(await reply).toMatchObject({ error: { error: 'not_signed_in' } });
  expect([api.calls, done]).toEqual([[], []]);
});

test('each command reports an unreachable API, also the link with a token', async () => {
  const { api, commands } = setUp();
  api.unreachable = true;
  for (const reply of [
    commands.account({}, caller),
    commands['account.devices']({}, caller),
    commands['account.device.remove']({ id: other }),
    commands['account.referral']({}, caller),
    commands['account.plans']({}, caller),
    commands['dashboard.link']({ page: 'home' }, caller),
  ])
    expect(await reply).toMatchObject({ error: { error: 'api_unreachable' } });
});

test('marks this machine in the list of devices, and does not remove it', async () => {
  const { api, commands } = setUp();
  const device = { name: 'desk', platform: 'linux', createdAt: '2026-11-21T10:00:00Z', signedIn: true };
  const devices = [
    { id: here, ...device },
    { id: other, ...device, signedIn: false },
  ];
  api.replies.set(keyOf(contract.listDevices), () => ({ devices, limit: 10, taken: 3 }));
  expect(await commands['account.devices']({}, caller)).toMatchObject({
    value: {
      devices: [
        { id: here, current: true, signedIn: true },
        { id: other, current: false, signedIn: false },
      ],
      taken: 3,
    },
  });
  expect(await commands['account.device.remove']({ id: here })).toMatchObject({
    error: { error: 'device_in_use' },
  });
  expect(await commands['account.device.remove']({ id: other })).toEqual({ ok: true, value: {} });
  const gone = { kind: 'refused', status: 404, code: 'not_found', message: 'words' } as const;
  api.refuse.set(keyOf(contract.removeDevice), gone);
  expect(await commands['account.device.remove']({ id: other })).toMatchObject({
    error: { error: 'device_unknown' },
  });
});

test('shows plans to every user, and free days only to eligible ones', async () => {
  const { api, commands } = setUp(false);
  const money = (amount: number) => ({ amount, currency: 'USD' });
  const plan = { id: 'p', months: 1, discountPercent: 50, trialDays: 3 };
  const prices = { price: money(6000), monthlyPrice: money(500), fullPrice: money(12_000) };
  const listed = (trialAvailable: boolean) =>
    api.replies.set(keyOf(contract.listPlans), () => ({
      plans: [{ ...plan, ...prices, freeMonths: 2, trialAvailable }],
    }));
  const shown = { ...plan, value: money(6000), monthly: money(500), monthsFree: 2 };
  listed(true);
  expect(await commands['account.plans']({}, caller)).toEqual({ ok: true, value: { plans: [shown] } });
  listed(false);
  expect(await commands['account.plans']({}, caller)).toEqual({
    ok: true,
    value: { plans: [{ ...shown, trialDays: 0 }] },
  });
});

test('adds a sign-in token only to dashboard pages that accept one', async () => {
  const { api, commands } = setUp();
  api.replies.set(keyOf(contract.createOneTimeToken), () => ({ oneTimeToken: 'once' }));
  const link = async (page: Parameters<(typeof commands)['dashboard.link']>[0]['page']) =>
    commands['dashboard.link']({ page }, caller);
  expect(await link('plans')).toMatchObject({
    value: { url: 'https://comet.example/payment/subscription/?cometToken=once' },
  });
  expect(await link('devices')).toMatchObject({ value: { url: 'https://comet.example/dash/devices/' } });
  expect(await link('help')).toMatchObject({ value: { url: 'https://comet.example/help/' } });
  expect(api.calls).toEqual([keyOf(contract.createOneTimeToken)]);
  expect(await link('register')).toMatchObject({ error: { error: 'already_signed_in' } });
});

test('leads a visitor to the approval of the code, without a token', async () => {
  const { api, commands } = setUp(false);
  expect(await commands['dashboard.link']({ page: 'register' }, caller)).toMatchObject({
    value: { url: 'https://comet.example/register/?redirect=%2Fdash%2Fquick-login%2F%3Fcode%3DBCDF-GHJK' },
  });
  expect(await commands['dashboard.link']({ page: 'home' }, caller)).toMatchObject({
    value: { url: 'https://comet.example/dash/home/' },
  });
  expect(api.calls).toEqual([]);
});

test('signing out with traffic blocked turns lockdown on before the tunnel ends', async () => {
  const { file, done, commands } = setUp();
  await commands.logout({ traffic: 'held' });
  expect(done).toEqual(['{"lockdown":true}', 'signed out', 'announced']);
  done.length = 0;
  await commands.logout({ traffic: 'open' });
  expect(done).toEqual(['signed out', 'announced']);
  done.length = 0;
  const splitTunnel = { mode: 'include' as const, apps: [], networks: [] };
  await file.change({ settings: { ...freshSettings, splitTunnel } });
  expect(await commands.logout({ traffic: 'held' })).toMatchObject({
    error: { error: 'split_locked_down' },
  });
  expect(done).toEqual([]);
});
