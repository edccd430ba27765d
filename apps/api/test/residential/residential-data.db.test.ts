import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { openDocument, publishKey, readVerifiers, type TicketClaims } from '@comet/admission';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, type DataOwner } from '../../src/features/residential-data/balance.ts';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import { enterUsageDays } from '../../src/features/residential-data/index.ts';
import { recordUsage } from '../../src/features/residential-data/record-usage.ts';
import type { Reply } from '@comet/testing';
import { codeOf } from '../payments/outcome.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newWireguardKey,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { giveBytes, giveQuotaAccount, makeSpender, spendingDeps, usageEntriesOf } from './data-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let gateways: readonly TestGateway[];
beforeAll(async () => {
  under = await startApi();
  gateways = [await makeGateway(under), await makeGateway(under), await makeGateway(under)];
});
afterAll(() => under.stop());

const product = 'residential_vpn';
const hourMs = 3_600_000;
const deps = () => spendingDeps(under);

const mailsTo = async ({ userId }: DataOwner) => {
  const { email } = await under.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const subjects = under.jobs.emailsTo(email).map(({ subject }) => subject);
  return subjects.filter((subject) => subject.includes('residential data'));
};

test('fifty concurrent sessions use the last gigabyte to exactly zero', async () => {
  const { owner, quotaAccounts } = await makeSpender(under, gateways, 1_000_000_000);
  const out = new Set<number>();
  let carried = 0;
  const spend = async (client: number): Promise<void> => {
    const at = client % 3;
    const gatewayId = gateways[at]?.id ?? '';
    for (;;) {
      const drawn = await reserveQuota(deps(), {
        gatewayId,
        quotaAccount: quotaAccounts[at] ?? '',
        request: randomUUID(),
      });
      if (!drawn.ok) {
        // A gateway may still return a part.
        if (out.size === 0) return;
        continue;
      }
      out.add(client);
      const { slice, bytes } = drawn.value;
      // Each session ends before its first lease is used up, and returns the rest.
      const usedBytes = carried < 200_000_000 ? Math.ceil(bytes / 2) : bytes;
      carried += usedBytes;
      await recordUsage(deps(), gatewayId, [{ slice, usedBytes, done: true }]);
      out.delete(client);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, client) => spend(client)));
  expect(carried).toBe(1_000_000_000);
  expect(await balanceOf(under.dependencies.db, owner)).toEqual({
    boughtBytes: 1_000_000_000,
    usedBytes: 1_000_000_000,
    availableBytes: 0,
    drawableBytes: 0,
  });
});

test('a gateway that draws and never reports gets at most half of a balance and a minimum lease; others continue', async () => {
  const { quotaAccounts } = await makeSpender(under, gateways, 687_000_000);
  const drawAt = (at: number) =>
    reserveQuota(deps(), {
      ...{ gatewayId: gateways[at]?.id ?? '', quotaAccount: quotaAccounts[at] ?? '', request: randomUUID() },
    });
  let drawnBytes = 0;
  const quotaLeases: { slice: string; bytes: number }[] = [];
  // Also with concurrent draws: each locks the account.
  for (const drawn of await Promise.all(Array.from({ length: 60 }, () => drawAt(0)))) {
    if (!drawn.ok) {
      expect(drawn.error).toBe('too_many_requests');
      continue;
    }
    drawnBytes += drawn.value.bytes;
    quotaLeases.push(drawn.value);
  }
  expect(drawnBytes).toBeLessThanOrEqual(687_000_000 / 2 + 24_000_000);
  const other = await drawAt(1);
  expect(other.ok && other.value.bytes).toBeGreaterThanOrEqual(32_000_000);
  const reports = quotaLeases.map(({ slice, bytes }) => ({ slice, usedBytes: bytes, done: true }));
  await recordUsage(deps(), gateways[0]?.id ?? '', reports);
  expect((await drawAt(0)).ok).toBe(true);
});

test('sends an account emails at 80, 95 and 100 percent, once each after every purchase', async () => {
  const { owner, quotaAccounts } = await makeSpender(under, gateways, 1000);
  const spend = async (bytes: number) => {
    const drawn = await reserveQuota(deps(), {
      ...{ gatewayId: gateways[0]?.id ?? '', quotaAccount: quotaAccounts[0] ?? '', request: randomUUID() },
    });
    if (!drawn.ok) throw new Error(drawn.error);
    const report = { slice: drawn.value.slice, usedBytes: bytes, done: true };
    await recordUsage(deps(), gateways[0]?.id ?? '', [report]);
    await recordUsage(deps(), gateways[0]?.id ?? '', [report]);
    return mailsTo(owner);
  };
  expect(await spend(799)).toEqual([]);
  expect(await spend(1)).toEqual(['You’ve used 80% of your residential data']);
  expect(await spend(50)).toHaveLength(1);
  expect((await spend(149)).slice(1)).toEqual(['You’ve used 95% of your residential data']);
  expect((await spend(1)).slice(2)).toEqual(['You’ve used all your residential data']);
  await giveBytes(under, owner, 10);
  expect((await spend(9)).slice(3)).toEqual(['You’ve used 80% of your residential data']);
});

test('refuses a lease without a plan, or from a quota account of another gateway', async () => {
  const { owner, quotaAccounts } = await makeSpender(under, gateways, 1000);
  const draw = (gatewayId = gateways[0]?.id ?? '') =>
    reserveQuota(deps(), { gatewayId, quotaAccount: quotaAccounts[0] ?? '', request: randomUUID() });
  expect(await draw(gateways[1]?.id)).toEqual({ ok: false, error: 'not_found' });
  expect(await draw()).toMatchObject({ ok: true });
  const over = { endedAt: under.clock.now() };
  await under.dependencies.db
    .updateTable('subscriptions')
    .set(over)
    .where('userId', '=', owner.userId)
    .execute();
  expect(await draw()).toEqual({ ok: false, error: 'purse_empty' });
});

test('reports usage by day, with one ledger entry each and no finer time', async () => {
  const user = await makePaidUser(under);
  const quotaAccount = await giveQuotaAccount(under, user, gateways[0] ?? { id: '' });
  const today = under.clock.now().toISOString().slice(0, 10);
  const gateway = gateways[0];
  for (const bytes of [500, 700]) {
    const body = { purse: quotaAccount, request: randomUUID() };
    const drawn = await under.call(api.reserveQuota, { body }, gateway);
    expect(drawn.status).toBe(201);
    const { slice } = drawn.json as { slice: string };
    expect((await under.call(api.reserveQuota, { body }, gateway)).json).toEqual(drawn.json);
    const quotaLeases = [{ slice, usedBytes: bytes, done: bytes === 500 }];
    const reported = await under.call(api.reportUsage, { body: { slices: quotaLeases } }, gateway);
    expect(reported.json).toEqual({ unknown: [] });
  }
  const usage = await under.call(api.showResidentialDataUsage, { query: { days: '2' } }, user);
  expect((usage.json as { days: object[] }).days.at(-1)).toEqual({ day: today, bytes: 1200 });
  const owner = { userId: user.id, product } as const;
  await enterUsageDays(deps());
  expect(await usageEntriesOf(under, owner)).toEqual([]);
  under.clock.advance(24 * hourMs);
  await Promise.all([enterUsageDays(deps()), enterUsageDays(deps())]);
  expect(await usageEntriesOf(under, owner)).toEqual([
    { bytes: -1200, enteredAt: new Date(`${today}T00:00:00.000Z`) },
  ]);
  expect((await under.call(api.showResidentialData, {}, user)).json).toMatchObject({
    ...{ bought_bytes: 1_000_000_000, used_bytes: 1200, available_bytes: 999_998_800 },
    ...{ when_empty: 'block', automatic: null },
  });
});

test('a ticket for a residential location contains the location and the charged quota account, and requires data', async () => {
  const place = {
    country: 'US',
    countryName: 'United States',
    city: 'New York',
    latitude: 40.7,
    longitude: -74,
  };
  await under.dependencies.db
    .insertInto('locations')
    .values([
      { ...place, code: 'us-nyc-home', type: 'native_residential' },
      { ...place, code: 'us-nyc-shared', type: 'residential' },
      { ...place, code: 'us-any-shared', type: 'residential' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const gateway = await makeGateway(under);
  const user = await makePaidUser(under);
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  const deviceId = (added.json as { device: { id: string } }).device.id;
  const requestTicket = (location: string) => {
    const body = { deviceId, gatewayId: gateway.id, publicKey: newWireguardKey(), standby: false, location };
    return under.call(api.issueTicket, { body }, user);
  };
  const exitOf = ({ json }: Reply) => {
    const verifiers = readVerifiers([publishKey(under.dependencies.keys.tickets.current)]);
    const opened = openDocument('ticket', verifiers, (json as { ticket: string }).ticket);
    return opened.ok ? (opened.value as TicketClaims).exit : opened.error;
  };
  expect(codeOf((await requestTicket('us-nyc-home')).json)).toBe('residential_data_required');
  expect(codeOf((await requestTicket('nl-ams')).json)).toBe('not_found');
  const shared = {
    kind: 'pool',
    use: 'shared',
    country: 'US',
    city: 'nyc',
    purse: null,
    whenEmpty: 'block',
  };
  expect(exitOf(await requestTicket('us-nyc-shared'))).toEqual(shared);
  expect(exitOf(await requestTicket('us-any-shared'))).toEqual({ ...shared, city: null });
  const quotaAccount = await giveQuotaAccount(under, user, gateway);
  const settings = { whenEmpty: 'standard', automatic: null } as const;
  await under.call(api.changeResidentialDataSettings, { body: settings }, user);
  const standard = { ...shared, use: 'native', purse: quotaAccount, whenEmpty: 'standard' };
  expect(exitOf(await requestTicket('us-nyc-home'))).toEqual(standard);
  // Without data the session can be renewed: it continues as a standard one, and reserves from the same quota account when there is data
  // again.
  await giveBytes(under, { userId: user.id, product }, -1_000_000_000);
  expect(exitOf(await requestTicket('us-nyc-home'))).toEqual(standard);
  const draw = () => reserveQuota(deps(), { gatewayId: gateway.id, quotaAccount, request: randomUUID() });
  expect(await draw()).toEqual({ ok: false, error: 'purse_empty' });
  await giveBytes(under, { userId: user.id, product }, 5);
  expect(await draw()).toMatchObject({ ok: true, value: { bytes: 5 } });
  await giveBytes(under, { userId: user.id, product }, -5);
  const blocked = { whenEmpty: 'block', automatic: null } as const;
  await under.call(api.changeResidentialDataSettings, { body: blocked }, user);
  expect(codeOf((await requestTicket('us-nyc-home')).json)).toBe('residential_data_required');
});
