import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeDeletedAccounts } from '../../src/features/deletion/index.ts';
import { expireSubscriptions } from '../../src/features/subscription/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { deliverAndProcess, makePaidUser, openOrder } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

interface Config {
  readonly id: string;
  readonly ipv4: string;
  readonly ipv6: string;
}

const dayMs = 24 * 3600 * 1000;
const add = (user: TestUser, publicKey = newWireguardKey(), location = 'nl-ams') =>
  under.call(api.addWireguardConfig, { body: { name: 'Router', location, publicKey } }, user);
const remove = (user: TestUser, id: string) =>
  under.call(api.removeWireguardConfig, { params: { id } }, user);
const listed = async (user: TestUser) =>
  (await under.call(api.listWireguardConfigs, {}, user)).json as {
    configs: Config[];
    taken: number;
    limit: number;
  };
const added = async (user: TestUser, publicKey?: string) =>
  ((await add(user, publicKey)).json as { config: Config }).config;
const stayOnline = () =>
  under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 5 } }, gateway);

/** The grants of an account at the gateways, and the sent changes, in order. */
async function rights({ id: userId }: TestUser) {
  const grants = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select(['id', 'publicKey', 'withdrawnAt'])
    .where('userId', '=', userId)
    .execute();
  return {
    inForce: grants.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ publicKey }) => publicKey),
    withdrawn: grants.filter(({ withdrawnAt }) => withdrawnAt !== null).map(({ publicKey }) => publicKey),
  };
}

test('a configuration requires a confirmed address, a plan and an online gateway', async () => {
  expect(codeOf((await add(await makeUser(under, { verified: false }))).json)).toBe('email_unverified');
  expect(codeOf((await add(await makeUser(under))).json)).toBe('subscription_required');
  const user = await makePaidUser(under);
  expect(codeOf((await add(user, newWireguardKey(), 'jp-tyo')).json)).toBe('gateway_unavailable');
  under.clock.advance(91_000);
  expect(codeOf((await add(user)).json)).toBe('gateway_unavailable');
  expect(await listed(user)).toEqual({ configs: [], taken: 0, limit: 10 });
  await stayOnline();
});

test('a configuration uses the least loaded gateway, with unique addresses, and that gateway receives it', async () => {
  const [busy, quiet] = [await makeGateway(under, 'de-fra'), await makeGateway(under, 'de-fra')];
  const report = (loadPercent: number) => ({ body: { version: '1', peers: 0, loadPercent } });
  await under.call(api.reportHealth, report(90), busy);
  await under.call(api.reportHealth, report(20), quiet);
  const user = await makePaidUser(under);
  const publicKey = newWireguardKey();
  const { config } = (await add(user, publicKey, 'de-fra')).json as {
    config: Config & Record<string, unknown>;
  };
  const { wireguardPublicKey } = await under.dependencies.db
    .selectFrom('gateways')
    .select('wireguardPublicKey')
    .where('id', '=', quiet.id)
    .executeTakeFirstOrThrow();
  expect(config).toMatchObject({
    name: 'Router',
    location: 'de-fra',
    gateway_id: quiet.id,
    public_key: publicKey,
    dns: ['100.64.0.1'],
    endpoint: '203.0.113.101:51820',
    server_public_key: wireguardPublicKey,
    in_service: true,
    created_at: under.clock.now().toISOString(),
  });
  expect(config.ipv4).toMatch(/^100\.(9[6-9]|1[01]\d|12[0-7])\.\d+\.\d+$/);
  expect(config.ipv6).toMatch(/^fd00:c0:e7::/);
  expect(await listed(user)).toEqual({ configs: [config], taken: 1, limit: 10 });
  const [change] = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['gatewayId', 'kind'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(change).toEqual({ gatewayId: quiet.id, kind: 'grant' });
});

test('adding thirty configurations and devices concurrently results in ten together', async () => {
  const user = await makePaidUser(under);
  const laptop = { body: { name: 'Laptop', platform: 'linux' as const } };
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      turn % 2 === 0 ? add(user) : under.call(api.addDevice, laptop, user),
    ),
  );
  const outcomes = responses.map(({ json }) => codeOf(json));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'device_limit_reached')).toHaveLength(20);
  const { taken, configs } = await listed(user);
  expect(taken).toBe(10);
  expect((await under.call(api.listDevices, {}, user)).json).toMatchObject({ taken: 10 });
  expect(new Set(configs.map(({ ipv4 }) => ipv4)).size).toBe(configs.length);
  expect((await rights(user)).inForce).toHaveLength(configs.length);
});

test('accepts a key once across accounts and locations', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => makePaidUser(under)));
  const publicKey = newWireguardKey();
  const responses = await Promise.all(
    users.flatMap((user) => ['nl-ams', 'de-fra', 'nl-ams', 'de-fra'].map((at) => add(user, publicKey, at))),
  );
  const outcomes = responses.map(({ json }) => codeOf(json));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'wireguard_key_taken')).toHaveLength(19);
  const rows = await Promise.all(users.map(rights));
  expect(rows.flatMap(({ inForce }) => inForce)).toEqual([publicKey]);
  const lists = await Promise.all(users.map(listed));
  expect(lists.reduce((sum, { taken }) => sum + taken, 0)).toBe(1);
});

test('a repeat with the same Idempotency-Key returns the same configuration', async () => {
  const user = await makePaidUser(under);
  const body = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  const responses = await Promise.all(
    Array.from({ length: 5 }, () =>
      under.call(api.addWireguardConfig, { body }, user, { 'idempotency-key': 'the-same-one' }),
    ),
  );
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect((await listed(user)).taken).toBe(1);
});

test('only its owner can rename and revoke a configuration', async () => {
  const [owner, stranger] = [await makePaidUser(under), await makePaidUser(under)];
  const { id } = await added(owner);
  const rename = { params: { id }, body: { name: 'Phone' } };
  expect((await under.call(api.renameWireguardConfig, rename, stranger)).status).toBe(404);
  expect((await remove(stranger, id)).status).toBe(404);
  expect((await under.call(api.renameWireguardConfig, rename, owner)).json).toMatchObject({
    config: { id, name: 'Phone' },
  });
  const removals = await Promise.all(Array.from({ length: 5 }, () => remove(owner, id)));
  expect(removals.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await rights(owner)).toEqual({ inForce: [], withdrawn: [] });
  expect((await listed(owner)).taken).toBe(0);
  const [change] = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select('kind')
    .where('gatewayId', '=', gateway.id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(change?.kind).toBe('withdraw');
});

test('a revoked key can be added again', async () => {
  const user = await makePaidUser(under);
  const publicKey = newWireguardKey();
  await remove(user, (await added(user, publicKey)).id);
  expect((await add(user, publicKey)).status).toBe(201);
});

test('a configuration created while the plan ends is not in force afterwards', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await makePaidUser(under);
    await under.dependencies.db
      .updateTable('subscriptions')
      .set({ accessUntil: new Date(under.clock.now().getTime() + 1000) })
      .where('userId', '=', user.id)
      .execute();
    const [, ...responses] = await Promise.all([
      Promise.resolve().then(() => {
        under.clock.advance(1000);
        return expireSubscriptions({ ...under.dependencies, revoke: under.revoke });
      }),
      ...Array.from({ length: 4 }, () => add(user)),
    ]);
    const { inForce, withdrawn } = await rights(user);
    expect(inForce).toEqual([]);
    expect(withdrawn).toHaveLength(responses.filter(({ status }) => status === 201).length);
    await stayOnline();
  }
});

test('configurations end with the plan, stay in the list, and are restored with their addresses with a new plan', async () => {
  const user = await makePaidUser(under);
  const publicKey = newWireguardKey();
  const before = await added(user, publicKey);
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({ accessUntil: under.clock.now() })
    .where('userId', '=', user.id)
    .execute();
  await expireSubscriptions({ ...under.dependencies, revoke: under.revoke });
  expect(await rights(user)).toEqual({ inForce: [], withdrawn: [publicKey] });
  expect((await listed(user)).configs).toEqual([before]);
  expect(codeOf((await add(user)).json)).toBe('subscription_required');

  const { transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + 365 * dayMs) };
  const subscriptionId = `sub_again_${user.id}`;
  await deliverAndProcess(under, transactionCompleted({ transactionId, subscriptionId, at, period }));
  expect(await rights(user)).toEqual({ inForce: [publicKey], withdrawn: [] });
  expect((await listed(user)).configs).toEqual([before]);
});

test('a deleted account has no configuration in force, and its removal deletes all of them', async () => {
  const user = await makePaidUser(under);
  await added(user);
  await under.call(api.deleteAccount, { body: { password: user.password } }, user);
  expect((await rights(user)).inForce).toEqual([]);
  under.clock.advance(7 * dayMs);
  await purgeDeletedAccounts({
    ...under.dependencies,
    sealer: createSealer(under.dependencies.keys.seal),
  });
  for (const table of ['wireguardConfigs', 'gatewayGrants'] as const) {
    const rows = await under.dependencies.db
      .selectFrom(table)
      .select('id')
      .where('userId', '=', user.id)
      .execute();
    expect(rows).toEqual([]);
  }
  await stayOnline();
});

test('configurations of a retired gateway are shown as such', async () => {
  const user = await makePaidUser(under);
  const leaving = await makeGateway(under, 'se-sto');
  await add(user, newWireguardKey(), 'se-sto');
  await under.dependencies.db
    .updateTable('gateways')
    .set({ retiredAt: under.clock.now() })
    .where('id', '=', leaving.id)
    .execute();
  expect((await listed(user)).configs).toMatchObject([{ location: 'se-sto', in_service: false }]);
});
