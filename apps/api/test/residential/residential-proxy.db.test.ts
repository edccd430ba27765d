import { randomUUID } from 'node:crypto';
import { credentialMac } from '@comet/admission';
import { api, type ProxyHost, type RequestOf } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import { fillNewGateways, restoreAllOf } from '../../src/features/grants/index.ts';
import { fillWithProxyUsers } from '../../src/features/residential-proxy/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import {
  type ApiUnderTest,
  makeGateway,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { giveBytes } from './data-fixture.ts';
import { makeLiveExit } from '../gateways/exits-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import {
  addProxyUser,
  change as changeProxyUser,
  grantOf as proxyGrantOf,
  type ShownUser,
} from './proxy-users-fixture.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

const product = 'residential_proxy';
const dayMs = 24 * 3_600_000;

const add = (owner: TestUser, limitBytes: number | null = null) => addProxyUser(under, owner, limitBytes);

const change = (owner: TestUser, id: string, body: RequestOf<typeof api.changeProxyUser>['body']) =>
  changeProxyUser(under, owner, id, body);

const grantOf = (at: { readonly id: string }, user: ShownUser) => proxyGrantOf(under, at, user);
const macAt = ({ id }: { readonly id: string }, { username, password }: ShownUser) => {
  const { pepper } = openvpnSecretsOf(under.dependencies.keys.openvpn, id);
  return credentialMac(Buffer.from(pepper, 'base64url'), username, password);
};

test('every gateway, including a later one, receives a user with a separate hash', async () => {
  const owner = await makePaidUser(under);
  const user = await add(owner);
  const other = await makeGateway(under, 'de-fra');
  expect(await grantOf(other, user)).toEqual([]);
  const { dependencies } = under;
  const sealer = createSealer(dependencies.keys.seal);
  const deps = { ...dependencies, ...dependencies.keys, sealer };
  const fill = () =>
    fillNewGateways({
      ...deps,
      readCredentials: () => Promise.resolve([]),
      others: [fillWithProxyUsers(deps)],
    });
  await Promise.all([fill(), fill()]);
  const [here, ...more] = await grantOf(gateway, user);
  const [there] = await grantOf(other, user);
  expect(more).toEqual([]);
  expect(here).toMatchObject({
    ...{ kind: 'proxy', mac: macAt(gateway, user), addresses: [], route: { kind: 'pool' } },
    limits: { connections: 500, bytesPerSecond: null },
  });
  expect(there).toMatchObject({ mac: macAt(other, user) });
  expect(there?.mac).not.toBe(here?.mac);
  expect(there?.purse).not.toBe(here?.purse);
  expect(there?.sub).not.toBe(here?.sub);
  // It can be shown again, and is stored nowhere in plain text.
  const listed = await under.call(api.listProxyUsers, {}, owner);
  expect((listed.json as { users: ShownUser[] }).users).toEqual([user]);
  expect(await columnsContaining(under.dependencies.db, user.password)).toEqual([]);
});

test('sends a new password, new addresses and disabling to the gateways, but not a new name', async () => {
  const owner = await makePaidUser(under);
  const user = await add(owner);
  const [first] = await grantOf(gateway, user);
  await change(owner, user.id, { name: 'Another', limitBytes: null });
  expect(await grantOf(gateway, user)).toEqual([first]);
  const renewed = await under.call(api.renewProxyPassword, { params: { id: user.id } }, owner);
  const again = (renewed.json as { user: ShownUser }).user;
  expect(again.password).not.toBe(user.password);
  expect(await grantOf(gateway, user)).toMatchObject([{ mac: macAt(gateway, again), purse: first?.purse }]);
  const addresses = ['2001:DB8:0:0::7', '203.0.113.7', '2001:db8::7'];
  const changed = await change(owner, user.id, { addresses });
  expect((changed.json as { user: object }).user).toMatchObject({
    addresses: ['2001:db8::7', '203.0.113.7'],
  });
  expect((await grantOf(gateway, user))[0]?.addresses).toEqual(['2001:db8::7', '203.0.113.7']);
  await change(owner, user.id, { enabled: false });
  expect(await grantOf(gateway, user)).toEqual([]);
  await change(owner, user.id, { enabled: true });
  expect(await grantOf(gateway, user)).toHaveLength(1);
  await under.call(api.removeProxyUser, { params: { id: user.id } }, owner);
  expect(await grantOf(gateway, user)).toEqual([]);
  expect((await change(owner, user.id, { enabled: true })).status).toBe(404);
});

test('an address added from itself is proven until it is removed', async () => {
  const owner = await makePaidUser(under);
  const user = await add(owner);
  const [at, elsewhere] = ['203.0.114.7', '203.0.114.8'];
  const name = (addresses: string[], from: string) =>
    under.call(api.changeProxyUser, { params: { id: user.id }, body: { addresses } }, owner, {
      'x-forwarded-for': from,
    });
  const granted = async () =>
    (await grantOf(gateway, user)).map(({ addresses, proven }) => [addresses, proven]);
  await name([at, elsewhere], `::ffff:${at}`);
  expect(await granted()).toEqual([[[at, elsewhere], [at]]]);
  await change(owner, user.id, { enabled: true });
  await name([at, elsewhere], '203.0.114.9');
  expect(await granted()).toEqual([[[at, elsewhere], [at]]]);
  await name([elsewhere], '203.0.114.9');
  await name([at, elsewhere], '203.0.114.9');
  expect(await granted()).toEqual([[[at, elsewhere], []]]);
});

test('refuses the address of a gateway, which others use too', async () => {
  const owner = await makePaidUser(under);
  const user = await add(owner);
  const { ipv4 } = await under.dependencies.db
    .selectFrom('gateways')
    .select('ipv4')
    .where('id', '=', gateway.id)
    .executeTakeFirstOrThrow();
  const own = '203.0.114.30';
  for (const addresses of [[ipv4], [own, ipv4]]) {
    const refused = await change(owner, user.id, { addresses });
    expect([refused.status, codeOf(refused.json)]).toEqual([422, 'address_shared']);
  }
  expect((await grantOf(gateway, user))[0]?.addresses).toEqual([]);
  expect((await change(owner, user.id, { addresses: [own] })).status).toBe(200);
});

test('withdraws users with the plan and restores them with a new one; without a plan nothing can be added or changed', async () => {
  const owner = await makePaidUser(under);
  const [user, off] = [await add(owner), await add(owner)];
  await change(owner, off.id, { enabled: false });
  const end = (endedAt: Date | null) =>
    under.dependencies.db
      .updateTable('subscriptions')
      .set({ endedAt })
      .where('userId', '=', owner.id)
      .execute();
  const within = under.dependencies.db.transaction();
  await within.execute((trx) => under.revoke(trx, { userId: owner.id, slot: null }));
  await end(under.clock.now());
  expect(await grantOf(gateway, user)).toEqual([]);
  const refused = await under.call(api.addProxyUser, { body: { name: 'X', limitBytes: null } }, owner);
  expect(codeOf(refused.json)).toBe('subscription_required');
  expect(codeOf((await change(owner, user.id, { enabled: true })).json)).toBe('subscription_required');
  await end(null);
  await within.execute((trx) => restoreAllOf(trx, owner.id, under.clock.now()));
  expect(await grantOf(gateway, user)).toHaveLength(1);
  expect(await grantOf(gateway, off)).toEqual([]);
});

test('concurrent additions stop at twenty users', async () => {
  const owner = await makePaidUser(under);
  const body = { name: 'Crawler', limitBytes: null };
  const added = await Promise.all(
    Array.from({ length: 24 }, () => under.call(api.addProxyUser, { body }, owner)),
  );
  expect(added.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(added.filter(({ json }) => codeOf(json) === 'too_many_proxy_users')).toHaveLength(4);
});

test('a user spends at most its monthly limit, and its usage is shown after its removal', async () => {
  const owner = await makePaidUser(under);
  await giveBytes(under, { userId: owner.id, product }, 50_000_000);
  const user = await add(owner, 3_000_000);
  const free = await add(owner);
  const spend = async (proxyUser: ShownUser) => {
    const quotaAccount = (await grantOf(gateway, proxyUser))[0]?.purse ?? '';
    let used = 0;
    for (;;) {
      const drawn = await under.call(
        api.reserveQuota,
        { body: { purse: quotaAccount, request: randomUUID() } },
        gateway,
      );
      if (drawn.status !== 201) return { used, code: codeOf(drawn.json) };
      const { slice, bytes } = drawn.json as { slice: string; bytes: number };
      used += bytes;
      const quotaLeases = [{ slice, usedBytes: bytes, done: true }];
      await under.call(api.reportUsage, { body: { slices: quotaLeases } }, gateway);
      if (used >= 10_000_000) return { used, code: 'enough' };
    }
  };
  expect(await spend(user)).toEqual({ used: 3_000_000, code: 'purse_empty' });
  const many = await spend(free);
  expect(many.code).toBe('enough');
  const today = under.clock.now().toISOString().slice(0, 10);
  const day = { day: today, bytes: many.used + 3_000_000 };
  const expectedUsage = {
    ...day,
    users: expect.arrayContaining([{ user_id: user.id, bytes: 3_000_000 }]) as unknown,
  };
  const usage = async () => {
    const response = await under.call(api.showResidentialProxyUsage, { query: { days: '3' } }, owner);
    return (response.json as { days: { day: string }[] }).days.find((one) => one.day === today);
  };
  expect(await usage()).toMatchObject(expectedUsage);
  const listed = await under.call(api.listProxyUsers, {}, owner);
  const shown = (listed.json as { users: ShownUser[] }).users.find(({ id }) => id === user.id);
  expect(shown?.used_bytes).toBe(3_000_000);
  under.clock.advance(10 * dayMs);
  await under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 1 } }, gateway);
  expect((await spend(user)).used).toBe(3_000_000);
  under.clock.advance(-10 * dayMs);
  await under.call(api.removeProxyUser, { params: { id: user.id } }, owner);
  expect(await usage()).toMatchObject(expectedUsage);
});

test('a lowered limit replaces the grant, also while gateways draw; a raised one does not', async () => {
  const owner = await makePaidUser(under);
  await giveBytes(under, { userId: owner.id, product }, 50_000_000);
  const user = await add(owner, 20_000_000);
  const [before] = await grantOf(gateway, user);
  const quotaAccount = before?.purse ?? '';
  const draw = () =>
    under.call(api.reserveQuota, { body: { purse: quotaAccount, request: randomUUID() } }, gateway);
  const report = (quotaLeases: { slice: string; usedBytes: number; done: boolean }[]) =>
    under.call(api.reportUsage, { body: { slices: quotaLeases } }, gateway);
  const [lowered, ...drawn] = await Promise.all([
    change(owner, user.id, { limitBytes: 1_000_000 }),
    ...Array.from({ length: 4 }, draw),
  ]);
  expect(lowered.status).toBe(200);
  const [after] = await grantOf(gateway, user);
  expect(after?.id).not.toBe(before?.id);
  expect(after?.purse).toBe(quotaAccount);
  const held = drawn.flatMap(({ status, json }) =>
    status === 201 ? [(json as { slice: string }).slice] : [],
  );
  if (held.length > 0) await report(held.map((slice) => ({ slice, usedBytes: 0, done: true })));
  let used = 0;
  for (let next = await draw(); next.status === 201; next = await draw()) {
    const { slice, bytes } = next.json as { slice: string; bytes: number };
    used += bytes;
    await report([{ slice, usedBytes: bytes, done: true }]);
  }
  expect(used).toBe(1_000_000);
  await change(owner, user.id, { limitBytes: 2_000_000 });
  expect(await grantOf(gateway, user)).toEqual([after]);
});

test('lists all proxies in a constant order per account, with the countries of their exits', async () => {
  const owner = await makePaidUser(under);
  const shown = async () => (await under.call(api.showResidentialProxy, {}, owner)).json;
  expect(await shown()).toMatchObject({ host: null, http_port: null, hosts: [], bought_bytes: 0 });
  const proxy = { httpPort: 8080, socksPort: 1080 };
  const gateways = [await makeGateway(under, 'nl-ams'), await makeGateway(under, 'de-fra')] as const;
  const { db } = under.dependencies;
  for (const [index, { id }] of gateways.entries())
    await db
      .updateTable('gateways')
      .set({ ipv4: `203.0.113.${index + 1}` })
      .where('id', '=', id)
      .execute();
  const report = async (at: TestGateway) => {
    const gone = await db.selectFrom('exits').select('id').where('gatewayId', '=', at.id).execute();
    const exits = gone.map(({ id: exit }) => ({
      ...{ exit, state: 'live' as const, carriedBytes: 0, latencyMs: null },
    }));
    const body = { version: '1', peers: 0, loadPercent: 1, proxy, exits };
    await under.call(api.reportHealth, { body }, at);
  };
  for (const at of gateways) await report(at);
  const first = await shown();
  expect(first).toMatchObject({ http_port: 8080, socks_port: 1080 });
  expect((first as { hosts: object[] }).hosts).toHaveLength(2);
  expect(await shown()).toEqual(first);
  await makeLiveExit(under, gateways[0]);
  await makeLiveExit(under, gateways[1], { place: 'de-fra' });
  await makeLiveExit(under, gateways[1]);
  for (const at of gateways) await report(at);
  const { hosts } = (await shown()) as { hosts: ProxyHost[] };
  const us = { country: 'US', cities: ['nyc'] };
  const de = { country: 'DE', cities: ['fra'] };
  expect(new Map(hosts.map(({ host, countries }) => [host, countries]))).toEqual(
    new Map([
      ['203.0.113.1', [us]],
      ['203.0.113.2', [de, us]],
    ]),
  );
});
