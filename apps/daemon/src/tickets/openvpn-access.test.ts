import { api as contract } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { openvpnAccess } from './openvpn-access.ts';

const signal = new AbortController().signal;
const [gateway, other, plain] = gateways;
const account = { accessToken: 't', email: 'ada@example.com', deviceId: 'mine', deviceName: 'box' };
const hour = 3_600_000;

function setUp() {
  const api = fakeApi();
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  api.replies.set(keyOf(contract.issueOpenvpnLogin), () => ({
    username: 'u',
    password: 'p',
    expiresAt: new Date(clock.now().getTime() + 24 * hour).toISOString(),
  }));
  api.replies.set(keyOf(contract.showOpenvpnProfile), () => ({ tlsCryptV2ClientKey: 'key' }));
  const file = fakeStateFile({ account });
  return { api, clock, file, store: openvpnAccess(file, api, clock) };
}

test('uses prefetched credentials without a request until they expire', async () => {
  const { api, clock, store } = setUp();
  await store.keep(gateways, signal);
  const calls = api.calls.length;
  // A login and a key for each gateway with an OpenVPN server.
  expect(calls).toBe(4);
  api.unreachable = true;
  const access = { username: 'u', password: 'p', tlsCryptV2ClientKey: 'key' };
  expect(await store.take(gateway!, signal)).toEqual({ ok: true, value: { access, fresh: false } });
  clock.advance(23 * hour);
  expect(await store.take(other!, signal)).toMatchObject({ ok: true });
  expect(api.calls).toHaveLength(calls);
  clock.advance(hour);
  expect(await store.take(other!, signal)).toEqual({ ok: false, error: 'api_unreachable' });
});

test('replaces a login long before it expires while the API responds', async () => {
  const { api, clock, store } = setUp();
  await store.keep([gateway!], signal);
  await store.keep([gateway!], signal);
  expect(api.calls).toHaveLength(2);
  clock.advance(7 * hour);
  await store.keep([gateway!], signal);
  expect(api.calls).toHaveLength(3);
});

test('does not keep a login if the account signs out while the API issues it', async () => {
  const { api, file, store } = setUp();
  const issueLogin = api.replies.get(keyOf(contract.issueOpenvpnLogin));
  api.replies.set(keyOf(contract.issueOpenvpnLogin), (call) => {
    void file.change({ account: null });
    store.forget();
    return issueLogin?.(call);
  });
  expect(await store.take(gateway!, signal)).toEqual({ ok: false, error: 'not_signed_in' });
  await file.change({ account: { ...account, deviceId: 'another' } });
  api.replies.set(keyOf(contract.issueOpenvpnLogin), issueLogin!);
  expect(await store.take(gateway!, signal)).toMatchObject({ value: { fresh: true } });
});

test('fetches a refused login again, marked as fresh', async () => {
  const { store } = setUp();
  await store.take(gateway!, signal);
  store.drop(gateway!);
  expect(await store.take(gateway!, signal)).toMatchObject({ value: { fresh: true } });
});

test('maps a refusal of the API to its reason', async () => {
  const { api, file, store } = setUp();
  const refuse = (status: number, code: string) => ({
    kind: 'refused' as const,
    status,
    code,
    message: code,
  });
  api.refuse.set(keyOf(contract.issueOpenvpnLogin), refuse(403, 'subscription_required'));
  expect(await store.take(gateway!, signal)).toEqual({ ok: false, error: 'subscription_required' });
  api.refuse.set(keyOf(contract.issueOpenvpnLogin), refuse(404, 'not_found'));
  expect(await store.take(gateway!, signal)).toEqual({ ok: false, error: 'device_removed' });
  api.refuse.set(keyOf(contract.showOpenvpnProfile), refuse(404, 'not_found'));
  expect(await store.take(plain!, signal)).toEqual({ ok: false, error: 'location_unavailable' });
  await file.change({ account: null });
  api.refuse.clear();
  expect(await store.take(plain!, signal)).toEqual({ ok: false, error: 'not_signed_in' });
});
