import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMissingProxies } from '../../src/features/dedicated-ips/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { up as markMissing } from '../../src/platform/database/migrations/0107-due-proxies.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';
import { deliverAndProcess, makePaidUser, openOrder, type PaidUser } from '../payments/paid-user.ts';
import { beginPaying, paidNotice, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
let gatewayId: string;
beforeAll(async () => {
  under = await startApi();
  const gateway = await makeGateway(under);
  gatewayId = gateway.id;
  const proxy = { httpPort: 8080, socksPort: 1080 };
  const body = { version: '1', peers: 0, loadPercent: 1, exits: [], proxy };
  await under.call(api.reportHealth, { body }, gateway);
});
afterAll(() => under.stop());

function createDue(): Promise<void> {
  const { subjects, openvpn, seal } = under.dependencies.keys;
  return createMissingProxies(
    { ...under.dependencies, sealer: createSealer(seal), subjects, openvpn },
    'due',
  );
}

/** Begins a dedicated IP whose owner's plan has ended between order and payment; returns the owner and the service's id. */
async function beginWithoutAccess(country: string): Promise<{ user: PaidUser; serviceId: string }> {
  const { db } = under.dependencies;
  const user = await makePaidUser(under);
  await stockAddresses(under, country, 1, gatewayId);
  const begun = await beginPaying(under, user, {
    kind: 'dedicated_ip',
    type: 'dedicated',
    country,
    months: 12,
  });
  under.clock.advance(1000);
  const endedAt = under.clock.now();
  await db
    .updateTable('subscriptions')
    .set({ state: 'expired', endedAt, accessUntil: endedAt, activeUntil: endedAt })
    .where('userId', '=', user.id)
    .execute();
  await deliverAndProcess(under, paidNotice(under, begun));
  const { id } = await db
    .selectFrom('services')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  return { user, serviceId: id };
}

const grantsFor = (holderId: string) =>
  under.dependencies.db
    .selectFrom('gatewayGrants')
    .select('gatewayId')
    .where('holderId', '=', holderId)
    .execute();

const isMarked = async (serviceId: string) =>
  (
    await under.dependencies.db
      .selectFrom('services')
      .select('proxyDueAt')
      .where('id', '=', serviceId)
      .executeTakeFirstOrThrow()
  ).proxyDueAt !== null;

async function buyPlan(user: PaidUser): Promise<void> {
  const { orderId, transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + 365 * 24 * 3600 * 1000) };
  const subscriptionId = `sub_${orderId}`;
  await deliverAndProcess(under, transactionCompleted({ transactionId, subscriptionId, at, period }));
}

test('a dedicated IP that began without access gets its proxy user when access returns, and is not read until then', async () => {
  const { user, serviceId } = await beginWithoutAccess('nl');
  expect(await isMarked(serviceId)).toBe(true);
  under.clock.advance(1000);
  await createDue();
  expect([await grantsFor(serviceId), await isMarked(serviceId)]).toEqual([[], false]);
  await buyPlan(user);
  expect(await isMarked(serviceId)).toBe(true);
  under.clock.advance(1000);
  await createDue();
  expect([await grantsFor(serviceId), await isMarked(serviceId)]).toEqual([[{ gatewayId }], false]);
});

test('the migration marks the active services without a proxy user', async () => {
  const [missing, complete] = [await beginWithoutAccess('cz'), await beginWithoutAccess('dk')];
  for (const { user } of [missing, complete]) await buyPlan(user);
  under.clock.advance(1000);
  await createDue();
  await under.dependencies.db.deleteFrom('gatewayGrants').where('holderId', '=', missing.serviceId).execute();
  await markMissing(under.dependencies.db.withoutPlugins() as never);
  expect([await isMarked(missing.serviceId), await isMarked(complete.serviceId)]).toEqual([true, false]);
});
