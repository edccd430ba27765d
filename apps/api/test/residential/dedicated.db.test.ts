import { checkTicket, credentialMac, publishKey, readVerifiers } from '@comet/admission';
import { api } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import { expireServices, createMissingProxies } from '../../src/features/dedicated-ips/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newWireguardKey,
  startApi,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { makeLiveExit } from '../gateways/exits-fixture.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { beginPaying, buy, codeOf, paidNotice, refund, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const day = 86_400_000;
const addressOrder = (country: string) =>
  ({ kind: 'dedicated_ip', type: 'dedicated', country, months: 1 }) as const;

interface Shown {
  readonly id: string;
  readonly address: string | null;
  readonly state: string;
  readonly note: string;
  readonly can_swap: boolean;
  readonly gateway_id: string | null;
  readonly online: boolean;
  readonly location: unknown;
  readonly proxy: { host: string; http_port: number; username: string; password: string } | null;
}

async function serviceOf(user: TestUser): Promise<Shown> {
  const { json } = await under.call(api.listServices, {}, user);
  const [first] = (json as { services: Shown[] }).services;
  if (first === undefined) throw new Error('no service');
  return first;
}

/** Advances the clock by days and keeps the customers' sessions. */
async function pass(milliseconds: number, ...users: readonly TestUser[]): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 20 * day) {
    under.clock.advance(Math.min(left, 20 * day));
    for (const user of users) await under.call(api.currentUser, {}, user);
  }
}

async function gatewayWithProxy(location = 'nl-ams') {
  const gateway = await makeGateway(under, location);
  const proxy = { httpPort: 8080, socksPort: 1080 };
  await under.call(
    api.reportHealth,
    { body: { version: '1', peers: 0, loadPercent: 1, exits: [], proxy } },
    gateway,
  );
  return gateway;
}

const grantsFor = (holderId: string) =>
  under.dependencies.db
    .selectFrom('gatewayGrants')
    .select(['id', 'gatewayId', 'mac', 'terms', 'kind'])
    .where('holderId', '=', holderId)
    .execute();
const revokedOn = async (gatewayId: string) =>
  (
    await under.dependencies.db
      .selectFrom('gatewayChanges')
      .select('id')
      .where('gatewayId', '=', gatewayId)
      .where('kind', '=', 'revoke')
      .execute()
  ).length;

async function requestTicket(user: TestUser, serviceId: string, gatewayId: string) {
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  const deviceId = (added.json as { device: { id: string } }).device.id;
  const body = { deviceId, gatewayId, publicKey: newWireguardKey(), standby: false, serviceId };
  return under.call(api.issueTicket, { body }, user);
}

test('a bought address works as a proxy at once: one user on its gateway, authenticated by a MAC', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'nl', 1, gateway.id);
  await buy(under, user, addressOrder('nl'));
  const { id, address, proxy, location } = await serviceOf(user);
  expect(location).toEqual({ code: 'nl-ams', country: 'NL', city: 'Amsterdam' });
  expect(proxy).toMatchObject({ host: '203.0.113.101', http_port: 8080, socks_port: 1080 });
  const { username = '', password = '' } = proxy ?? {};
  const { pepper } = openvpnSecretsOf(under.dependencies.keys.openvpn, gateway.id);
  expect(await grantsFor(id)).toEqual([
    expect.objectContaining({
      ...{ gatewayId: gateway.id, kind: 'proxy' },
      mac: credentialMac(Buffer.from(pepper, 'base64url'), username, password),
      terms: expect.objectContaining({
        username,
        purse: null,
        route: { kind: 'address', address },
      }) as unknown,
    }),
  ]);
  const kept = await under.dependencies.db
    .selectFrom('services')
    .select('sealedProxyPassword')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept.sealedProxyPassword).not.toContain(password);
});

test('concurrent reads create one proxy user', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'be', 1, gateway.id);
  await buy(under, user, addressOrder('be'));
  const all = await Promise.all(Array.from({ length: 10 }, () => serviceOf(user)));
  expect(new Set(all.map(({ proxy }) => `${proxy?.username} ${proxy?.password}`)).size).toBe(1);
  expect(await grantsFor(all[0]?.id ?? '')).toHaveLength(1);
});

test('a new password replaces the old one on the gateway, and the note stays', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'ch', 1, gateway.id);
  await buy(under, user, addressOrder('ch'));
  const before = await serviceOf(user);
  const params = { id: before.id };
  const [old] = await grantsFor(before.id);
  const response = await under.call(api.rotateServicePassword, { params }, user);
  const { service } = response.json as { service: Shown };
  expect(service.proxy?.username).toBe(before.proxy?.username);
  expect(service.proxy?.password).not.toBe(before.proxy?.password);
  const now = await grantsFor(before.id);
  expect([now.length, now[0]?.id === old?.id, now[0]?.mac === old?.mac]).toEqual([1, false, false]);
  await under.call(api.noteService, { params, body: { note: 'for the shop 👨‍👩‍👧 می‌خواهم' } }, user);
  expect((await serviceOf(user)).note).toBe('for the shop 👨‍👩‍👧 می‌خواهم');
});

test('a ticket for an address contains it, for its gateway only, and expires with the service', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  const elsewhere = await gatewayWithProxy();
  await stockAddresses(under, 'at', 1, gateway.id);
  await buy(under, user, addressOrder('at'));
  // The month ends in eleven hours, before the maximum session time of a day.
  await pass(29 * day + 13 * 3600_000, user);
  for (const each of [gateway, elsewhere])
    await under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 1 } }, each);
  const { id, address } = await serviceOf(user);
  expect(codeOf(await requestTicket(user, id, elsewhere.id))).toBe('exit_unavailable');
  const { ticket } = (await requestTicket(user, id, gateway.id)).json as { ticket: string };
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.tickets.current)]);
  const now = unixSeconds(under.clock.now());
  const opened = checkTicket(verifiers, ticket, { audience: gateway.id, now });
  if (!opened.ok) throw new Error(opened.error);
  expect(opened.value.exit).toEqual({ kind: 'address', address });
  expect(opened.value.sessionUntil - now).toBe(11 * 3600);
});

test('an exit’s address moves with the exit to another gateway', async () => {
  const user = await makePaidUser(under);
  const [first, second] = [await gatewayWithProxy('us-nyc'), await gatewayWithProxy('us-lax')];
  const exit = await makeLiveExit(under, first, { place: 'us-nyc', use: 'dedicated' });
  await under.dependencies.db
    .insertInto('dedicatedIps')
    .values({
      ...{ type: 'dedicated_residential', country: 'us', address: '192.0.2.77', exitId: exit.id },
      addedAt: under.clock.now(),
    })
    .execute();
  await buy(under, user, { ...addressOrder('us'), type: 'dedicated_residential' });
  const before = await serviceOf(user);
  expect(before).toMatchObject({
    ...{ gateway_id: first.id, online: true, address: '192.0.2.77' },
    location: { code: 'us-nyc', country: 'US', city: 'New York' },
  });
  const db = under.dependencies.db;
  const moved = { gatewayId: second.id, movedAt: under.clock.now() };
  await db.updateTable('exits').set(moved).where('id', '=', exit.id).execute();
  const sealer = createSealer(under.dependencies.keys.seal);
  const { subjects, openvpn } = under.dependencies.keys;
  await createMissingProxies({ ...under.dependencies, sealer, subjects, openvpn }, 'due');
  const grants = await grantsFor(before.id);
  expect(grants.map(({ gatewayId, terms }) => [gatewayId, terms])).toEqual([
    [second.id, expect.objectContaining({ route: { kind: 'exit', exit: exit.id } })],
  ]);
  expect((await serviceOf(user)).gateway_id).toBe(second.id);
  await db.updateTable('exits').set({ withdrawnAt: under.clock.now() }).where('id', '=', exit.id).execute();
  expect(await serviceOf(user)).toMatchObject({ gateway_id: null, online: false, proxy: null });
});

test('allows one swap in thirty days, and quarantines the old address for as long', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'cz', 1, gateway.id);
  await buy(under, user, addressOrder('cz'));
  const before = await serviceOf(user);
  const swap = () =>
    under.call(api.swapAddress, { params: { id: before.id }, body: { reason: 'Blocked at my bank' } }, user);
  expect(codeOf(await swap())).toBe('address_sold_out');
  expect((await serviceOf(user)).address).toBe(before.address);
  await stockAddresses(under, 'cz', 2, gateway.id);
  const revoked = await revokedOn(gateway.id);
  const tries = await Promise.all([swap(), swap(), swap()]);
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  const after = await serviceOf(user);
  expect(after.address).not.toBe(before.address);
  expect([after.can_swap, after.proxy?.password]).toEqual([false, before.proxy?.password]);
  expect(await revokedOn(gateway.id)).toBeGreaterThan(revoked);
  const [grant] = await grantsFor(before.id);
  expect(grant?.terms).toMatchObject({ route: { kind: 'address', address: after.address } });
  const states = await under.dependencies.db
    .selectFrom('dedicatedIps')
    .select('state')
    .where('country', '=', 'cz')
    .orderBy('state')
    .execute();
  expect(states.map(({ state }) => state)).toEqual(['assigned', 'free', 'resting']);
});

test('a refund ends the proxy and the sessions in its own transaction, and another customer gets the address a month later', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  const gateway = await gatewayWithProxy();
  await stockAddresses(under, 'dk', 1, gateway.id);
  const begun = await buy(under, user, addressOrder('dk'));
  const { id, address } = await serviceOf(user);
  const revoked = await revokedOn(gateway.id);
  await refund(under, begun);
  expect(await grantsFor(id)).toEqual([]);
  expect(await revokedOn(gateway.id)).toBeGreaterThan(revoked);
  const background = { ...under.dependencies, revoke: under.revoke };
  const sold = async () => codeOf(await under.call(api.createOrder, { body: addressOrder('dk') }, other));
  expect(await sold()).toBe('address_sold_out');
  await pass(30 * day - 1, other);
  await expireServices(background);
  expect(await sold()).toBe('address_sold_out');
  under.clock.advance(1);
  await expireServices(background);
  await buy(under, other, addressOrder('dk'));
  expect((await serviceOf(other)).address).toBe(address);
});

test('a lapsed address can be bought back while it is reserved', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'fi', 3, gateway.id);
  await buy(under, user, addressOrder('fi'));
  const { id, address, proxy } = await serviceOf(user);
  await pass(33 * day, user);
  await expireServices({ ...under.dependencies, revoke: under.revoke });
  expect(await serviceOf(user)).toMatchObject({ state: 'expired', address: null, proxy: null });
  expect(await grantsFor(id)).toEqual([]);
  const body = { kind: 'dedicated_ip_extension', serviceId: id, months: 1 } as const;
  await buy(under, user, body);
  const sealer = createSealer(under.dependencies.keys.seal);
  const { subjects, openvpn } = under.dependencies.keys;
  await createMissingProxies({ ...under.dependencies, sealer, subjects, openvpn }, 'due');
  expect(await grantsFor(id)).toHaveLength(1);
  expect(await serviceOf(user)).toMatchObject({ state: 'active', address, proxy });
});

test('an unpaid checkout reserves an address for at most a day', async () => {
  const [user, gateway] = [await makePaidUser(under), await gatewayWithProxy()];
  await stockAddresses(under, 'ee', 2, gateway.id);
  await buy(under, user, addressOrder('ee'));
  const first = await serviceOf(user);
  await buy(under, user, { ...addressOrder('ee'), months: 6 });
  const { json } = await under.call(api.listServices, {}, user);
  const longer = (json as { services: Shown[] }).services.find(({ id }) => id !== first.id);
  const background = { ...under.dependencies, revoke: under.revoke };
  const open = (serviceId: string) =>
    beginPaying(under, user, { kind: 'dedicated_ip_extension', serviceId, months: 1 });
  await pass(30 * day + day / 2, user);
  const begun = await open(first.id);
  await open(String(longer?.id));
  await pass(day - day / 4, user);
  await expireServices(background);
  const sealer = createSealer(under.dependencies.keys.seal);
  const { subjects, openvpn } = under.dependencies.keys;
  await createMissingProxies({ ...under.dependencies, sealer, subjects, openvpn }, 'due');
  expect(await grantsFor(first.id)).toEqual([]);
  const call = { params: { id: first.id }, body: { reason: 'bad' } };
  expect(codeOf(await under.call(api.swapAddress, call, user))).toBe('service_ended');
  await deliverAndProcess(under, paidNotice(under, begun));
  await createMissingProxies({ ...under.dependencies, sealer, subjects, openvpn }, 'due');
  expect(await grantsFor(first.id)).toHaveLength(1);

  await pass(28 * day, user);
  await open(first.id);
  await open(String(longer?.id));
  await pass(3 * day + day / 2, user);
  await open(first.id);
  await expireServices(background);
  expect((await under.call(api.showService, { params: { id: first.id } }, user)).json).toMatchObject({
    service: { state: 'expired', address: null },
  });
});
