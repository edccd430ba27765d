import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endServices, expireServices } from '../../src/features/dedicated-ips/index.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { beginPaying, buy, codeOf, paidNotice, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** Creates a customer whose address expires in a second and is granted on its gateway. */
async function makeHolder(country: string) {
  const [user, gateway] = [await makePaidUser(under), await makeGateway(under)];
  const proxy = { httpPort: 8080, socksPort: 1080 };
  const body = { version: '1', peers: 0, loadPercent: 1, exits: [], proxy };
  await under.call(api.reportHealth, { body }, gateway);
  await stockAddresses(under, country, 1, gateway.id);
  await buy(under, user, { kind: 'dedicated_ip', type: 'dedicated', country, months: 1 });
  const { json } = await under.call(api.listServices, {}, user);
  const [service] = (json as { services: { id: string; active_until: string }[] }).services;
  if (service === undefined) throw new Error('no service');
  const until = new Date(service.active_until);
  await passTo(new Date(until.getTime() - 1_000), user);
  return { user, gateway, id: service.id, until };
}

/** Advances the clock and keeps the session. */
async function passTo(at: Date, user: TestUser): Promise<void> {
  for (let left = at.getTime() - under.clock.now().getTime(); left > 0; left -= 20 * 86_400_000) {
    under.clock.advance(Math.min(left, 20 * 86_400_000));
    await under.call(api.currentUser, {}, user);
  }
}

const end = () => endServices({ ...under.dependencies, revoke: under.revoke });
const grantsFor = (holderId: string) =>
  under.dependencies.db.selectFrom('gatewayGrants').select('id').where('holderId', '=', holderId).execute();
/** The changes of a kind that a gateway received; of a revocation, its subject. */
const changesAt = async (gatewayId: string, kind: 'revoke' | 'withdraw') => {
  const rows = under.dependencies.db
    .selectFrom('gatewayChanges')
    .select('sub')
    .where('gatewayId', '=', gatewayId)
    .where('kind', '=', kind);
  return (await rows.execute()).map(({ sub }) => sub);
};
const addressIn = (country: string) =>
  under.dependencies.db
    .selectFrom('dedicatedIps')
    .select(['state', 'restsUntil'])
    .where('country', '=', country)
    .executeTakeFirstOrThrow();

test('at the expiry of an address its proxy and sessions end, once, also with concurrent processes', async () => {
  const { gateway, id, until } = await makeHolder('se');
  await end();
  expect([(await grantsFor(id)).length, await changesAt(gateway.id, 'revoke')]).toEqual([1, []]);
  under.clock.advance(1_000);
  await Promise.all([end(), end(), end()]);
  expect(await grantsFor(id)).toEqual([]);
  // A customer has a subject for each week: each is revoked once.
  const revoked = await changesAt(gateway.id, 'revoke');
  expect(revoked.length).toBeGreaterThan(0);
  expect(new Set(revoked).size).toBe(revoked.length);
  const restsUntil = new Date(until.getTime() + 30 * 86_400_000);
  expect(await addressIn('se')).toEqual({ state: 'resting', restsUntil });
  await end();
  expect(await changesAt(gateway.id, 'revoke')).toEqual(revoked);
  expect(await changesAt(gateway.id, 'withdraw')).toHaveLength(1);
});

test('an expired address with an unpaid extension carries no traffic, stays with its owner, and is withdrawn once', async () => {
  const { user, gateway, id } = await makeHolder('no');
  await beginPaying(under, user, { kind: 'dedicated_ip_extension', serviceId: id, months: 1 });
  under.clock.advance(1_000);
  await Promise.all([end(), end(), end()]);
  expect(await grantsFor(id)).toEqual([]);
  for (let again = 0; again < 3; again += 1) await end();
  expect(await changesAt(gateway.id, 'withdraw')).toHaveLength(1);
  expect((await addressIn('no')).state).toBe('assigned');
});

test('an address with an unpaid extension at the end of its quarantine stays reserved for its owner', async () => {
  const { user, id } = await makeHolder('dk');
  under.clock.advance(1_000);
  await end();
  const { restsUntil } = await addressIn('dk');
  await passTo(new Date(Number(restsUntil) - 60_000), user);
  const body = { kind: 'dedicated_ip_extension', serviceId: id, months: 1 } as const;
  const begun = await beginPaying(under, user, body);
  under.clock.advance(120_000);
  await expireServices({ ...under.dependencies, revoke: under.revoke });
  const other = await makePaidUser(under);
  const request = { kind: 'dedicated_ip', type: 'dedicated', country: 'dk', months: 1 } as const;
  expect(codeOf(await under.call(api.createOrder, { body: request }, other))).toBe('address_sold_out');
  await deliverAndProcess(under, paidNotice(under, begun));
  expect((await addressIn('dk')).state).toBe('assigned');
});
