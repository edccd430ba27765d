import { checkOpenvpnLogin, readOpenvpnLogin } from '@comet/admission';
import { api } from '@comet/contract';
import type { NotNull } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
let plain: TestGateway;
const reportOpenvpn = (one: TestGateway) => {
  const openvpn = { offers: [{ variant: 'udp', port: 1194 } as const] };
  return under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 10, openvpn } }, one);
};
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  plain = await makeGateway(under, 'jp-tyo');
  await reportOpenvpn(gateway);
});
afterAll(() => under.stop());

const addDevice = async (user: TestUser) =>
  (
    (await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user)).json as {
      device: { id: string };
    }
  ).device.id;
const login = (user: TestUser, deviceId: string, id = gateway.id) =>
  under.call(api.issueOpenvpnLogin, { params: { id }, body: { deviceId } }, user);
const loggedIn = async (user: TestUser, deviceId: string) => {
  const { json } = await login(user, deviceId);
  return json as { username: string; password: string; expires_at: string };
};
/** The revocations of a gateway for a subject. */
const revokedAt = (id: string, sub: string) =>
  under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['slot', 'notBefore'])
    .where('gatewayId', '=', id)
    .where('kind', '=', 'revoke')
    .where('sub', '=', sub)
    .execute();

test("a device's login is valid only at its gateway and for its device", async () => {
  const user = await makePaidUser(under);
  const [laptop, phone] = [await addDevice(user), await addDevice(user)];
  const [first, second] = [await loggedIn(user, laptop), await loggedIn(user, phone)];
  const grants = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select(['id', 'mac', 'gatewayId'])
    .where('userId', '=', user.id)
    .execute();
  const here = grants.find(({ gatewayId }) => gatewayId === gateway.id);
  const there = grants.find(({ gatewayId }) => gatewayId === plain.id);
  const held = (id: string, mac = '') => ({
    pepper: Buffer.from(openvpnSecretsOf(under.dependencies.keys.openvpn, id).pepper, 'base64url'),
    mac,
  });
  expect(checkOpenvpnLogin(held(gateway.id, here?.mac ?? ''), first)).toBe(true);
  expect(checkOpenvpnLogin(held(plain.id, there?.mac ?? ''), first)).toBe(false);
  // The login cannot be derived from the database.
  expect(checkOpenvpnLogin(held(plain.id, here?.mac ?? ''), first)).toBe(false);
  expect(readOpenvpnLogin(first.username)?.grant).toBe(here?.id);
  expect(readOpenvpnLogin(first.username)?.slot).not.toBe(readOpenvpnLogin(second.username)?.slot);
  expect(Date.parse(first.expires_at) - under.clock.now().getTime()).toBeLessThanOrEqual(24 * 3_600_000);
});

test('removing a device revokes its login on gateways, also weeks later', async () => {
  const user = await makePaidUser(under);
  const laptop = await addDevice(user);
  await loggedIn(user, laptop);
  under.clock.advance(22 * 24 * 3_600_000);
  await reportOpenvpn(gateway);
  const { username } = await loggedIn(user, laptop);
  const { grant, slot, issuedAt } = readOpenvpnLogin(username) ?? { grant: '', slot: 0, issuedAt: 0 };
  const { sub } = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select('sub')
    .where('id', '=', grant)
    .$narrowType<{ sub: NotNull }>()
    .executeTakeFirstOrThrow();
  expect(await revokedAt(gateway.id, sub)).toEqual([]);
  await under.call(api.removeDevice, { params: { id: laptop } }, user);
  const [revocation, ...more] = await revokedAt(gateway.id, sub);
  expect([revocation?.slot, more]).toEqual([slot, []]);
  expect(revocation?.notBefore).toBeGreaterThan(issuedAt);
});

test('a login requires a plan, an own device and a gateway that has the account’s credentials', async () => {
  const [newcomer, unpaid] = [await makeUser(under, { verified: false }), await makeUser(under)];
  const device = crypto.randomUUID();
  expect(codeOf((await login(newcomer, device)).json)).toBe('email_unverified');
  expect(codeOf((await login(unpaid, device)).json)).toBe('subscription_required');
  const [owner, other] = [await makePaidUser(under), await makePaidUser(under)];
  const laptop = await addDevice(owner);
  expect(codeOf((await login(other, laptop)).json)).toBe('not_found');
  expect(codeOf((await login(owner, laptop, crypto.randomUUID())).json)).toBe('not_found');
  await loggedIn(owner, laptop);
  const joined = await makeGateway(under, 'us-nyc');
  expect(codeOf((await login(owner, laptop, joined.id)).json)).toBe('protocol_unavailable');
  await under.call(api.removeDevice, { params: { id: laptop } }, owner);
  expect(codeOf((await login(owner, laptop)).json)).toBe('not_found');
});
