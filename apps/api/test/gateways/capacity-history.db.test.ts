import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cityCapacity,
  gatewayCapacity,
  gatewaysCommand,
  sweepGateways,
} from '../../src/features/gateways/index.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const hourMs = 3600 * 1000;
const report = (
  gateway: TestGateway,
  sums: { readonly peers: number; readonly loadPercent: number | null; readonly bytesPerSecond?: number },
) => under.call(api.reportHealth, { body: { version: '1', ...sums } }, gateway);
const hours = ({ id }: TestGateway) => gatewayCapacity(under.dependencies.db, id, under.clock.now());

test('keeps the highest values of each hour, of a gateway and of its city', async () => {
  const [one, other] = [await makeGateway(under), await makeGateway(under)];
  under.clock.advance(hourMs);
  await report(one, { peers: 40, loadPercent: 30, bytesPerSecond: 1_000_000 });
  await report(one, { peers: 10, loadPercent: 70 });
  await report(other, { peers: 5, loadPercent: null, bytesPerSecond: 500_000 });
  expect((await hours(one)).at(-1)).toMatchObject({ peers: 40, loadPercent: 70, bytesPerSecond: 1_000_000 });
  expect(await hours(one)).toHaveLength(2);
  const cities = await cityCapacity(under.dependencies.db, under.clock.now());
  const [name] = [...cities.keys()];
  expect(name).toBe('Amsterdam, Netherlands');
  expect(cities.get(name ?? '')?.at(-1)).toMatchObject({
    ...{ peers: 45, loadPercent: 70, bytesPerSecond: 1_500_000 },
  });
});

const tcp = { kind: 'tcp', port: 443 };
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each<[string, readonly unknown[]]>([
  ['wireguard_extra_ports', [53, 53]],
  ['wireguard_extra_ports', [0]],
  ['wireguard_extra_ports', [65_536]],
  ['wireguard_extra_ports', upTo(17)],
  ['wireguard_transports', [{ ...tcp, port: 0 }]],
  ['wireguard_transports', [{ ...tcp, kind: 'tls' }]],
  ['wireguard_transports', [tcp, tcp]],
  ['wireguard_transports', upTo(9).map((port) => ({ kind: 'quic', port }))],
])('refuses a report with %s %j', async (field, value) => {
  const gateway = await makeGateway(under);
  const response = await fetch(`${under.baseUrl}${api.reportHealth.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '1', peers: 0, load_percent: 1, [field]: value }),
  });
  expect(response.status).toBe(422);
});

test('concurrent reports of one hour are one row', async () => {
  const gateway = await makeGateway(under);
  await Promise.all([1, 2, 3, 4, 5].map((peers) => report(gateway, { peers, loadPercent: 10 * peers })));
  const rows = await hours(gateway);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ peers: 5, loadPercent: 50, bytesPerSecond: null });
});

test('plans the gateways of a location from the sums of its hours, without those that drain or are lost', async () => {
  const { db } = under.dependencies;
  const [lost, draining, busy] = [
    await makeGateway(under),
    await makeGateway(under),
    await makeGateway(under),
  ];
  const run = (...args: string[]) => gatewaysCommand({ db, clock: under.clock, operator: 'ada' }, args);
  under.clock.advance(25 * hourMs);
  for (const gateway of [draining, busy])
    await report(gateway, { peers: 3, loadPercent: 90, bytesPerSecond: 25_000_000 });
  await run('drain', '--force', draining.id);
  const planOf = async (...args: string[]) => {
    const plans = JSON.parse(await run('plan', '--json', ...args)) as { readonly location: string }[];
    return plans.find(({ location }) => location === 'nl-ams');
  };
  expect(await planOf()).toEqual({
    ...{ location: 'nl-ams', gateways: 1, used: 1.8, bottleneck: 'cpu', weeklyGrowth: null },
    ...{ neededNow: 4, neededSoon: 4, action: 'add', count: 3 },
  });
  // Both send 400 Mbit/s, the eightfold of a port of 50 Mbit/s.
  expect(await planOf('--port', '50')).toMatchObject({ used: 8, bottleneck: 'bandwidth', neededNow: 15 });
  expect(
    (await run('plan'))
      .split('\n')
      .find((row) => row.startsWith('nl-ams'))
      ?.split(/ {2,}/),
  ).toEqual([...['nl-ams', '1', '180 %', 'CPU', '-', '4', '4', 'add 3 now']]);
  await expect(run('plan', '--port', '0')).rejects.toThrow('Not a whole number from 1');
  for (const { id } of [lost, draining, busy]) await run('retire', id);
});

test('deletes the hours of a month 15 days after its end', async () => {
  const gateway = await makeGateway(under);
  const count = async () =>
    (
      await under.dependencies.db
        .selectFrom('gatewayHours')
        .select('hour')
        .where('gatewayId', '=', gateway.id)
        .execute()
    ).length;
  expect(await count()).toBe(1);
  under.clock.advance(14.5 * 24 * hourMs);
  await sweepGateways({ db: under.dependencies.db, clock: under.clock });
  expect([await count(), (await hours(gateway)).length]).toEqual([1, 0]);
  under.clock.advance(32 * 24 * hourMs);
  await sweepGateways({ db: under.dependencies.db, clock: under.clock });
  expect(await count()).toBe(0);
});
