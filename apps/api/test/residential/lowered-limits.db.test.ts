import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { giveBytes } from './data-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { addProxyUser, change, grantOf, type ShownUser } from './proxy-users-fixture.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
let other: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  other = await makeGateway(under, 'de-fra');
});
afterAll(() => under.stop());

const product = 'residential_proxy';

describe('a limit that is lowered below what gateways hold', () => {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

  /** Creates two gateways with leases for one proxy user. */
  async function twoGateways(limitBytes: number | null) {
    const owner = await makePaidUser(under);
    await giveBytes(under, { userId: owner.id, product }, 1_000_000_000);
    const user = await addProxyUser(under, owner, limitBytes);
    const both = [gateway, other];
    const quotaLeases = new Map<string, { bytes: number; used: number; at: TestGateway }>();
    const draw = async (at: TestGateway) => {
      const quotaAccount = (await grantOf(under, at, user))[0]?.purse ?? '';
      const body = { purse: quotaAccount, request: randomUUID() };
      const { status, json } = await under.call(api.reserveQuota, { body }, at);
      if (status !== 201) return false;
      const { slice, bytes } = json as { slice: string; bytes: number };
      quotaLeases.set(slice, { bytes, used: 0, at });
      return true;
    };
    const report = async (done: boolean) => {
      for (const at of both) {
        const its = [...quotaLeases].filter(([, slice]) => slice.at === at);
        const body = { slices: its.map(([slice, { used: usedBytes }]) => ({ slice, usedBytes, done })) };
        if (its.length > 0) await under.call(api.reportUsage, { body }, at);
      }
    };
    const limits = async () =>
      (await Promise.all(both.map((at) => grantOf(under, at, user)))).flatMap(
        ([one]) => one?.sliceLimits ?? [],
      );
    return { owner, user, both, quotaLeases, draw, report, limits };
  }

  test('is sent to both as limits per lease, which add up to the limit except for rounding', async () => {
    const { owner, user, both, quotaLeases, draw, report, limits } = await twoGateways(248_000_000);
    for (const at of [...both, ...both]) await draw(at);
    for (const slice of quotaLeases.values()) slice.used = 500_000;
    await report(false);
    const held = sum([...quotaLeases.values()].map(({ bytes }) => bytes));
    expect(held).toBeGreaterThan(64_000_000);
    await change(under, owner, user.id, { limitBytes: 6_000_000 });
    const announced = await limits();
    expect(announced.map(({ slice }) => slice).toSorted()).toEqual([...quotaLeases.keys()].toSorted());
    expect(sum(announced.map(({ bytes }) => bytes))).toBeGreaterThan(6_000_000 - 5);
    expect(sum(announced.map(({ bytes }) => bytes))).toBeLessThanOrEqual(6_000_000);
    for (const { slice, bytes } of announced)
      expect(bytes).toBeLessThanOrEqual(quotaLeases.get(slice)?.bytes ?? 0);
    // No lease is drawn until they have returned the rest; then nothing is left.
    for (const at of both) expect(await draw(at)).toBe(false);
    for (const { slice, bytes } of announced) Object.assign(quotaLeases.get(slice) ?? {}, { used: bytes });
    await report(true);
    let more = 0;
    for (const at of both) if (await draw(at)) more += 1;
    expect(
      sum([...quotaLeases.values()].map(({ bytes, used }) => (used > 0 ? used : bytes))),
    ).toBeLessThanOrEqual(6_000_000);
    expect(more).toBeLessThanOrEqual(1);
  });

  test('an older gateway, which ignores it, uses at most its leases, and draws no others', async () => {
    const { owner, user, both, quotaLeases, draw, report } = await twoGateways(null);
    for (const at of both) await draw(at);
    const held = sum([...quotaLeases.values()].map(({ bytes }) => bytes));
    await change(under, owner, user.id, { limitBytes: 20_000_000 });
    for (const slice of quotaLeases.values()) slice.used = slice.bytes;
    await report(true);
    for (const at of both) expect(await draw(at)).toBe(false);
    const listed = await under.call(api.listProxyUsers, {}, owner);
    const shown = (listed.json as { users: ShownUser[] }).users.find(({ id }) => id === user.id);
    expect(shown?.used_bytes).toBe(held);
  });

  test('applies to concurrently drawn leases: each is limited, or was drawn under the new limit', async () => {
    const { owner, user, both, quotaLeases, draw, report, limits } = await twoGateways(null);
    for (const at of both) await draw(at);
    await Promise.all([
      change(under, owner, user.id, { limitBytes: 20_000_000 }),
      ...Array.from({ length: 8 }, (_, index) => draw(both[index % 2] ?? gateway)),
    ]);
    const announced = new Map((await limits()).map(({ slice, bytes }) => [slice, bytes]));
    for (const [slice, one] of quotaLeases) one.used = announced.get(slice) ?? one.bytes;
    expect(sum([...quotaLeases.values()].map(({ used }) => used))).toBeLessThanOrEqual(20_000_000);
    await report(true);
    // A later grant contains the same limits, or none once all leases are within the limit.
    await change(under, owner, user.id, { addresses: ['203.0.114.99'] });
    expect(await limits()).toEqual([]);
  });

  test('sends nothing if the leased data is within the new limit', async () => {
    const { owner, user, both, draw, limits } = await twoGateways(null);
    for (const at of both) await draw(at);
    await change(under, owner, user.id, { limitBytes: 900_000_000 });
    expect(await limits()).toEqual([]);
  });
});
