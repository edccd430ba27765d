import { api as contract } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { fakeApi, keyOf } from '../platform/api.fake.ts';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
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
  const file = fakeMemoryFile({ account });
  return { api, clock, file, book: openvpnAccess(file, api, clock) };
}

test('what is kept beforehand is taken without asking anybody, for as long as it lasts', async () => {
  const { api, clock, book } = setUp();
  await book.keep(gateways, signal);
  const asked = api.calls.length;
  // A login and a key for each gateway that speaks OpenVPN.
  expect(asked).toBe(4);
  api.unreachable = true;
  const access = { username: 'u', password: 'p', tlsCryptV2ClientKey: 'key' };
  expect(await book.take(gateway!, signal)).toEqual({ ok: true, value: { access, fresh: false } });
  clock.advance(23 * hour);
  expect(await book.take(other!, signal)).toMatchObject({ ok: true });
  expect(api.calls).toHaveLength(asked);
  clock.advance(hour);
  expect(await book.take(other!, signal)).toEqual({ ok: false, error: 'api_unreachable' });
});

test('a login is replaced long before it is over, while the API answers', async () => {
  const { api, clock, book } = setUp();
  await book.keep([gateway!], signal);
  await book.keep([gateway!], signal);
  expect(api.calls).toHaveLength(2);
  clock.advance(7 * hour);
  await book.keep([gateway!], signal);
  expect(api.calls).toHaveLength(3);
});

test('a refused login is asked for anew, and told to be fresh', async () => {
  const { book } = setUp();
  await book.take(gateway!, signal);
  book.drop(gateway!);
  expect(await book.take(gateway!, signal)).toMatchObject({ value: { fresh: true } });
});

test('what the API says no with is told by its cause', async () => {
  const { api, file, book } = setUp();
  const refuse = (status: number, code: string) => ({
    kind: 'refused' as const,
    status,
    code,
    message: code,
  });
  api.refuse.set(keyOf(contract.issueOpenvpnLogin), refuse(403, 'subscription_required'));
  expect(await book.take(gateway!, signal)).toEqual({ ok: false, error: 'subscription_required' });
  api.refuse.set(keyOf(contract.issueOpenvpnLogin), refuse(404, 'not_found'));
  expect(await book.take(gateway!, signal)).toEqual({ ok: false, error: 'device_removed' });
  api.refuse.set(keyOf(contract.showOpenvpnProfile), refuse(404, 'not_found'));
  expect(await book.take(plain!, signal)).toEqual({ ok: false, error: 'location_unavailable' });
  await file.change({ account: null });
  api.refuse.clear();
  expect(await book.take(plain!, signal)).toEqual({ ok: false, error: 'not_signed_in' });
});
