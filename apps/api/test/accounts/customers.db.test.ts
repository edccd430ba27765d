import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setProxiesHalted } from '../../src/features/grants/index.ts';
import { stopSpending } from '../../src/features/residential-data/index.ts';
import { createMissingProxies } from '../../src/features/dedicated-ips/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type SupportDeps, supportCommands } from '../../src/features/support/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newWireguardKey,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { makeLiveExit } from '../gateways/exits-fixture.ts';
import { makePaidUser, processDeps } from '../payments/paid-user.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';
import { buy, codeOf, stockAddresses } from '../residential/services-fixture.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  await makeLiveExit(under, gateway);
  await makeLiveExit(under, gateway, { use: 'shared' });
  const proxy = { httpPort: 8080, socksPort: 1080 };
  const body = { version: '1', peers: 0, loadPercent: 1, exits: [], proxy };
  await under.call(api.reportHealth, { body }, gateway);
});
afterAll(() => under.stop());

async function customers(...words: string[]): Promise<string> {
  const deps = { ...processDeps(under), operator: 'ada' };
  return (await supportCommands['customers']?.(deps satisfies SupportDeps, words)) ?? '';
}

const inForce = async (user: TestUser) =>
  (
    await under.dependencies.db
      .selectFrom('gatewayGrants')
      .select('kind')
      .where('userId', '=', user.id)
      .where('withdrawnAt', 'is', null)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind);

/** A customer with data, an address, a proxy user and a downloaded configuration. */
async function makeSpender() {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'nl', 1, gateway.id);
  await buy(under, user, { kind: 'dedicated_ip', type: 'dedicated', country: 'nl', months: 1 });
  await buy(under, user, { kind: 'residential_data', gigabytes: 1 });
  await under.call(api.addProxyUser, { body: { name: 'Crawler', limitBytes: null } }, user);
  const file = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  await under.call(api.addWireguardConfig, { body: file }, user);
  const { json } = await under.call(api.listServices, {}, user);
  const serviceId = (json as { services: { id: string }[] }).services[0]?.id ?? '';
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  const deviceId = (added.json as { device: { id: string } }).device.id;
  const requestTicket = (through: { serviceId?: string; location?: string }) => {
    const body = {
      deviceId,
      gatewayId: gateway.id,
      publicKey: newWireguardKey(),
      standby: false,
      ...through,
    };
    return under.call(api.issueTicket, { body }, user);
  };
  const codes = async () =>
    Promise.all([
      requestTicket({}).then(codeOf),
      requestTicket({ serviceId }).then(codeOf),
      requestTicket({ location: 'us-nyc-home' }).then(codeOf),
      requestTicket({ location: 'us-nyc-shared' }).then(codeOf),
    ]);
  return { user, serviceId, codes, requestAddressTicket: () => requestTicket({ serviceId }) };
}

test('a customer with stopped spending can use no exit or proxy and keeps the plan; the audit log has the operator', async () => {
  const [{ user, codes }, other] = [await makeSpender(), await makeSpender()];
  expect(await codes()).toEqual([undefined, undefined, undefined, undefined]);
  expect(await inForce(user)).toEqual(['proxy', 'proxy', 'proxyuser', 'wireguard']);
  const revocations = under.dependencies.db
    .selectFrom('gatewayChanges')
    .select('id')
    .where('kind', '=', 'revoke');
  const before = (await revocations.execute()).length;
  await customers('stop-data', user.email);
  expect(await inForce(user)).toEqual(['wireguard']);
  const stopped = 'spending_stopped';
  expect(await codes()).toEqual([undefined, stopped, stopped, stopped]);
  expect((await revocations.execute()).length).toBeGreaterThan(before);
  // Neither the jobs nor a new plan nor changes by the customer re-enable the proxies.
  const sealer = createSealer(under.dependencies.keys.seal);
  const { subjects, openvpn } = under.dependencies.keys;
  await createMissingProxies({ ...under.dependencies, sealer, subjects, openvpn }, 'due');
  await under.call(api.addProxyUser, { body: { name: 'Another', limitBytes: null } }, user);
  expect(await inForce(user)).toEqual(['wireguard']);
  expect(await inForce(other.user)).toEqual(['proxy', 'proxy', 'proxyuser', 'wireguard']);
  await customers('allow-data', user.email);
  expect(await inForce(user)).toEqual(['proxy', 'proxy', 'proxy', 'proxyuser', 'proxyuser', 'wireguard']);
  expect(await codes()).toEqual([undefined, undefined, undefined, undefined]);
  const trail = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'userId'])
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { operator: 'ada', action: 'stop_data', userId: user.id },
    { operator: 'ada', action: 'allow_data', userId: user.id },
  ]);
  await expect(customers('stop-data', 'nobody@example.com')).rejects.toThrow('No account');
  await expect(customers('stop', user.email)).rejects.toThrow('Use customers');
});

test('every affected screen reports stopped spending, and unusable products are not sold', async () => {
  const { user, serviceId } = await makeSpender();
  const params = { id: serviceId };
  const stoppedScreens = async () => {
    const [data, proxy, address] = [
      (await under.call(api.showResidentialData, {}, user)).json as { stopped: boolean },
      (await under.call(api.showResidentialProxy, {}, user)).json as { stopped: boolean },
      (await under.call(api.showService, { params }, user)).json as {
        service: { stopped: boolean; proxy: object | null };
      },
    ];
    return [data.stopped, proxy.stopped, address.service.stopped, address.service.proxy === null];
  };
  const requests = [
    { kind: 'residential_data', gigabytes: 1 },
    { kind: 'proxy_traffic', gigabytes: 1 },
    { kind: 'dedicated_ip', type: 'dedicated', country: 'nl', months: 1 },
    { kind: 'dedicated_ip_extension', serviceId, months: 1 },
  ] as const;
  const sold = () =>
    Promise.all(requests.map(async (body) => codeOf(await under.call(api.createOrder, { body }, user))));
  await stockAddresses(under, 'nl', 2, gateway.id);
  expect(await stoppedScreens()).toEqual([false, false, false, false]);
  await customers('stop-data', user.email);
  expect(await stoppedScreens()).toEqual([true, true, true, true]);
  const stopped = 'spending_stopped';
  // Existing products may be kept.
  expect(await sold()).toEqual([stopped, stopped, stopped, undefined]);
  const swap = () => under.call(api.swapAddress, { params, body: { reason: 'slow' } }, user);
  expect(codeOf(await swap())).toBe(stopped);
  const anywhere = { country: null, city: null };
  expect(codeOf(await under.call(api.testExit, { body: anywhere }, user))).toBe(stopped);
  await customers('allow-data', user.email);
  expect(await stoppedScreens()).toEqual([false, false, false, false]);
  expect(await sold()).toEqual([undefined, undefined, undefined, undefined]);
  expect((await swap()).status).toBe(201);
});

test('a concurrent ticket request for an address gets no ticket that outlives the stop', async () => {
  const { user, requestAddressTicket } = await makeSpender();
  const now = under.clock.now();
  const stopped = await duringTransaction(
    under,
    { holds: (trx) => stopSpending(trx, user.id, now) },
    requestAddressTicket,
  );
  expect(codeOf(stopped)).toBe('spending_stopped');
});

test('renewing proxy credentials while spending is being stopped gives access on no gateway', async () => {
  const { user, serviceId } = await makeSpender();
  await stockAddresses(under, 'nl', 1, gateway.id);
  const params = { id: serviceId };
  const now = under.clock.now();
  const forget = () =>
    under.dependencies.db.deleteFrom('gatewayGrants').where('holderId', '=', serviceId).execute();
  const ways = [
    () => under.call(api.rotateServicePassword, { params }, user),
    () => under.call(api.swapAddress, { params, body: { reason: 'slow' } }, user),
    // Reading it creates the missing proxy user.
    async () => {
      await forget();
      return under.call(api.listServices, {}, user);
    },
  ];
  for (const createProxy of ways) {
    await customers('allow-data', user.email);
    await duringTransaction(
      under,
      {
        holds: holdingAccount(user.id),
        changes: async (trx) => {
          await stopSpending(trx, user.id, now);
          await setProxiesHalted(trx, { userId: user.id, halted: true, now });
        },
      },
      createProxy,
    );
    expect(await inForce(user)).toEqual(['wireguard']);
  }
});

async function orderNumberOf(id: string): Promise<string> {
  const { db } = under.dependencies;
  return (await db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow())
    .number;
}

test('commands print what the console shows: a customer, their orders and payments, and operator actions', async () => {
  const user = await makePaidUser(under);
  const other = await makePaidUser(under);
  await customers('stop-data', user.email);
  const runSupport = (command: string, ...words: string[]) =>
    supportCommands[command]?.({ ...processDeps(under), operator: 'ada' } satisfies SupportDeps, words);
  for (const wanted of [user.email.slice(0, 12).toUpperCase(), user.id])
    expect(await customers('find', wanted)).toContain(`${user.email}  ${user.id}`);
  expect(await customers('find', '%%%')).not.toContain(user.email);
  const [number, otherNumber] = [await orderNumberOf(user.orderId), await orderNumberOf(other.orderId)];
  const orders = await runSupport('orders', 'list', '--of', user.email);
  expect(orders).toContain(number);
  expect(orders).not.toContain(otherNumber);
  expect(await runSupport('orders', 'list')).toContain(otherNumber);
  expect(await runSupport('orders', 'show', user.orderId)).toMatch(/payment .* USD/);
  expect(await runSupport('audit', '--of', user.id)).toMatch(/ada +stop_data/);
  expect(await runSupport('audit', '--of', other.id)).not.toContain('stop_data');
  await expect(runSupport('audit', '--of', 'nobody@example.com')).rejects.toThrow('There is no account');
});
