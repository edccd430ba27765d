import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cityCapacity, gatewayCapacity, sweepGateways } from '../../src/features/gateways/index.ts';
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

test('concurrent reports of one hour are one row', async () => {
  const gateway = await makeGateway(under);
  await Promise.all([1, 2, 3, 4, 5].map((peers) => report(gateway, { peers, loadPercent: 10 * peers })));
  const rows = await hours(gateway);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ peers: 5, loadPercent: 50, bytesPerSecond: null });
});

test('deletes hours after 15 days', async () => {
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
  under.clock.advance(24 * hourMs);
  await sweepGateways({ db: under.dependencies.db, clock: under.clock });
  expect(await count()).toBe(0);
});
