import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { fakeApi, keyOf } from '../platform/api.fake.ts';
import { openvpnAccess } from './openvpn-access.ts';

const signal = new AbortController().signal;
const [gateway, other, plain] = gateways;

function setUp() {
  const api = fakeApi();
  api.replies.set(keyOf(contract.showOpenvpnCredentials), () => ({
    credentials: { username: 'u', password: 'p' },
  }));
  api.replies.set(keyOf(contract.showOpenvpnProfile), () => ({ tlsCryptV2ClientKey: 'key' }));
  return { api, book: openvpnAccess(api) };
}

test('what is kept beforehand is taken without asking anybody', async () => {
  const { api, book } = setUp();
  await book.keep(gateways, signal);
  const asked = api.calls.length;
  // Credentials once, and a key for each gateway that speaks OpenVPN.
  expect(asked).toBe(3);
  api.unreachable = true;
  const access = { username: 'u', password: 'p', tlsCryptV2ClientKey: 'key' };
  expect(await book.take(gateway!, signal)).toEqual({ ok: true, value: { access, fresh: false } });
  expect(await book.take(other!, signal)).toMatchObject({ ok: true });
  expect(api.calls).toHaveLength(asked);
});

test('refused credentials are asked for anew, and told to be fresh', async () => {
  const { book } = setUp();
  await book.take(gateway!, signal);
  book.drop();
  expect(await book.take(gateway!, signal)).toMatchObject({ value: { fresh: true } });
});

test('what the API says no with is told by its cause', async () => {
  const { api, book } = setUp();
  const refuse = (status: number, code: string) => ({
    kind: 'refused' as const,
    status,
    code,
    message: code,
  });
  api.refuse.set(keyOf(contract.showOpenvpnCredentials), refuse(403, 'subscription_required'));
  expect(await book.take(gateway!, signal)).toEqual({ ok: false, error: 'subscription_required' });
  api.refuse.clear();
  api.refuse.set(keyOf(contract.showOpenvpnProfile), refuse(404, 'not_found'));
  expect(await book.take(plain!, signal)).toEqual({ ok: false, error: 'location_unavailable' });
});
