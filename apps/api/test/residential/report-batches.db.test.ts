import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../../src/features/residential-data/balance.ts';
import { recordReports, recordUsage } from '../../src/features/residential-data/record-usage.ts';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { makeSpender, spendingDeps } from './data-fixture.ts';

let under: ApiUnderTest;
let gateways: readonly TestGateway[];
beforeAll(async () => {
  under = await startApi();
  gateways = [await makeGateway(under), await makeGateway(under)];
});
afterAll(() => under.stop());

const deps = () => spendingDeps(under);
const gatewayAt = (index: number) => gateways[index]?.id ?? '';

/** An account with a lease on each gateway. */
async function makeLeases() {
  const { owner, quotaAccounts } = await makeSpender(under, gateways, 1_000_000_000);
  const leases: { readonly slice: string; readonly bytes: number }[] = [];
  for (const [index, quotaAccount] of quotaAccounts.entries()) {
    const draw = { gatewayId: gatewayAt(index), quotaAccount, request: randomUUID() };
    const drawn = await reserveQuota(deps(), draw);
    if (!drawn.ok) throw new Error(drawn.error);
    leases.push(drawn.value);
  }
  const usedBytes = async () => (await balanceOf(under.dependencies.db, owner)).usedBytes;
  return { leases, usedBytes };
}

const idAt = (leases: readonly { readonly slice: string }[], index: number) => leases[index]?.slice ?? '';

test('records the reports of several gateways at once, and returns what each of them does not hold', async () => {
  const { leases, usedBytes } = await makeLeases();
  const [first, second] = [idAt(leases, 0), idAt(leases, 1)];
  const stranger = randomUUID();
  const unknown = await recordReports(deps(), [
    { gatewayId: gatewayAt(0), leases: [{ slice: first, usedBytes: 100, done: false }] },
    { gatewayId: gatewayAt(1), leases: [{ slice: first, usedBytes: 9_000, done: true }] },
    {
      gatewayId: gatewayAt(1),
      leases: [
        { slice: second, usedBytes: 7, done: true },
        { slice: stranger, usedBytes: 1, done: false },
      ],
    },
    { gatewayId: gatewayAt(0), leases: [{ slice: first, usedBytes: 40, done: false }] },
  ]);
  expect(unknown).toEqual([[], [first], [stranger], []]);
  expect(await usedBytes()).toBe(107);
});

test('counts each byte once where batches and single reports about the same leases race', async () => {
  const spenders = await Promise.all(Array.from({ length: 8 }, makeLeases));
  const reportsOf = (part: number) =>
    [0, 1].map((index) => ({
      gatewayId: gatewayAt(index),
      leases: spenders.map(({ leases }) => ({
        slice: idAt(leases, index),
        usedBytes: 1_000 * part,
        done: part === 5,
      })),
    }));
  const singly = (part: number) =>
    Promise.all(reportsOf(part).map(({ gatewayId, leases }) => recordUsage(deps(), gatewayId, leases)));
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap((part) => [
      recordReports(deps(), reportsOf(part)),
      recordReports(deps(), reportsOf(part).toReversed()),
      singly(part),
    ]),
  );
  // Done leases accept what is reported late, up to what can be drawn.
  await recordReports(deps(), reportsOf(5));
  for (const { usedBytes } of spenders) expect(await usedBytes()).toBe(10_000);
});

test('a batch runs the same number of statements for any number of accounts', async () => {
  const counted = async (spenders: readonly Awaited<ReturnType<typeof makeLeases>>[]) => {
    let statements = 0;
    const db = under.dependencies.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const leases = spenders.map((one) => ({ slice: idAt(one.leases, 0), usedBytes: 10, done: false }));
    await recordReports({ ...deps(), db }, [{ gatewayId: gatewayAt(0), leases }]);
    return statements;
  };
  const spenders = await Promise.all(Array.from({ length: 6 }, makeLeases));
  const one = await counted(spenders.slice(0, 1));
  expect(one).toBeGreaterThan(3);
  expect(await counted(spenders.slice(1))).toBe(one);
});
