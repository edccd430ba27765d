import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { send, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import { recordUsage } from '../../src/features/residential-data/record-usage.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';
import { giveQuotaAccount, spendingDeps } from './data-fixture.ts';
import { deliver, deliverAndProcess, makePaidUser, processEvent } from '../payments/paid-user.ts';
import { adjusted, refundApproved } from '../payments/fake-provider.ts';
import { purchasesOf } from './purchases-fixture.ts';
import { beginPaying, buy, codeOf, orderOf, paidNotice, refund, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { address, balance, data, gb, services, stateOf } = purchasesOf(() => under);

test('prices are public, with the countries that have stock', async () => {
  await stockAddresses(under, 'se', 2);
  const { json } = await under.call(api.listPrices, {});
  expect(json).toMatchObject({
    residential_data: { amount: 100, currency: 'USD' },
    dedicated_ips: expect.arrayContaining([
      expect.objectContaining({
        type: 'dedicated',
        months: 12,
        monthly_price: { amount: 399, currency: 'USD' },
      }),
    ]) as unknown,
    stock: [{ type: 'dedicated', country: 'se' }],
  });
});

test('sells none of these without a subscription', async () => {
  const user = await makeUser(under);
  for (const body of [data(1), { kind: 'proxy_traffic', gigabytes: 1 } as const, address('se')]) {
    expect(codeOf(await under.call(api.createOrder, { body }, user))).toBe('subscription_required');
  }
});

test.each([
  [0, 'min:1'],
  [1001, 'max:1000'],
  [1.5, 'type:int'],
  ['5', 'type:number'],
  [null, 'required'],
])('rejects an order of %s GB with the rule', async (gigabytes, rule) => {
  const request = wireRequest(api.createOrder, { body: data(1) }, await makePaidUser(under));
  const response = await send(under.baseUrl, { ...request, body: JSON.stringify({ ...data(1), gigabytes }) });
  expect(response.status).toBe(422);
  expect(response.text).toContain(`"gigabytes.${rule}"`);
});

test('forty gigabytes cost forty dollars, and are added once for repeated payment events', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(40));
  expect(begun.total).toBe(4000);
  expect(under.provider.charges.get(begun.transactionId)).toMatchObject({
    priceId: 'residential-data',
    quantity: 40,
  });
  const notice = paidNotice(under, begun);
  const notices = Array.from({ length: 20 }, (_, index) => ({
    ...notice,
    event_id: `${notice.event_id}-${index}`,
  }));
  await Promise.all(notices.map((each) => deliver(under, each)));
  await Promise.all(
    notices.flatMap(({ event_id: id }) => [processEvent(under, id), processEvent(under, id)]),
  );
  const all = gb(40);
  expect(await balance(user)).toEqual({
    bought_bytes: all,
    used_bytes: 0,
    available_bytes: all,
    full_bytes: all,
  });
  expect(await stateOf(user, begun.orderId)).toBe('paid');
});

test('a refund revokes the data once, in any order of notifications', async () => {
  const user = await makePaidUser(under);
  const kept = await buy(under, user, data(5));
  const begun = await beginPaying(under, user, data(10));
  const { transactionId } = begun;
  const refunded = refundApproved({ transactionId, subscriptionId: null, at: under.clock.now() });
  for (const notice of [
    refunded,
    paidNotice(under, begun),
    { ...refunded, event_id: `${refunded.event_id}-2` },
  ]) {
    await deliverAndProcess(under, notice);
  }
  expect(await balance(user)).toMatchObject({ available_bytes: gb(5) });
  expect(await stateOf(user, begun.orderId)).toBe('refunded');
  expect(await stateOf(user, kept.orderId)).toBe('paid');
});

test('a chargeback revokes the data and its reversal restores it, each once', async () => {
  await stockAddresses(under, 'lt', 1);
  const user = await makePaidUser(under);
  const [bytes, ip] = [await buy(under, user, data(10)), await buy(under, user, address('lt'))];
  const about = (bought: { readonly transactionId: string }, id: string, days: number) => ({
    ...{ transactionId: bought.transactionId, subscriptionId: null, id: `${id}_${bought.transactionId}` },
    at: new Date(under.clock.now().getTime() + days * 1000),
  });
  for (const bought of [bytes, ip]) {
    const taken = adjusted({ ...about(bought, 'cb1', 1), action: 'chargeback' });
    const returned = adjusted({ ...about(bought, 'cr1', 2), action: 'chargeback_reverse' });
    await deliverAndProcess(under, taken);
    expect(await stateOf(user, bought.orderId)).toBe('refunded');
    await deliverAndProcess(under, returned);
    await deliverAndProcess(under, { ...returned, event_id: `${returned.event_id}-2` });
    expect(await stateOf(user, bought.orderId)).toBe('paid');
  }
  expect(await balance(user)).toMatchObject({ available_bytes: gb(10) });
  expect(await services(user)).toMatchObject([{ state: 'active', country: 'lt' }]);
  // A second chargeback.
  await deliverAndProcess(under, adjusted({ ...about(bytes, 'cb2', 3), action: 'chargeback' }));
  expect(await balance(user)).toMatchObject({ available_bytes: 0 });
  const entries = await under.dependencies.db
    .selectFrom('dataEntries')
    .select('kind')
    .where('orderId', '=', bytes.orderId)
    .orderBy('id')
    .execute();
  expect(entries.map(({ kind }) => kind)).toEqual(['purchase', 'refund', 'return', 'refund']);
});

test('used and then refunded data leaves no debt', async () => {
  const user = await makePaidUser(under);
  const bought = await buy(under, user, data(2));
  const entry = { userId: user.id, product: 'residential_vpn', kind: 'usage', orderId: null } as const;
  const enteredAt = under.clock.now();
  await under.dependencies.db
    .insertInto('dataEntries')
    .values({ ...entry, bytes: -gb(1), enteredAt })
    .execute();
  expect(await balance(user)).toEqual({
    bought_bytes: gb(2),
    used_bytes: gb(1),
    available_bytes: gb(1),
    full_bytes: gb(2),
  });
  await refund(under, bought);
  expect(await balance(user)).toEqual({
    bought_bytes: gb(1),
    used_bytes: gb(1),
    available_bytes: 0,
    full_bytes: 0,
  });
  await buy(under, user, data(3));
  expect(await balance(user)).toMatchObject({ available_bytes: gb(3), full_bytes: gb(3) });
});

test('data leased to a gateway at a refund does not reduce the next purchase, used or not', async () => {
  const gateway = await makeGateway(under);
  for (const part of [1, 0.5, 0]) {
    const user = await makePaidUser(under);
    const bought = await buy(under, user, data(1));
    const quotaAccount = await giveQuotaAccount(under, user, gateway, 0);
    const drawn = await reserveQuota(under.dependencies, {
      gatewayId: gateway.id,
      quotaAccount,
      request: randomUUID(),
    });
    if (!drawn.ok) throw new Error(drawn.error);
    const { slice, bytes } = drawn.value;
    await refund(under, bought);
    const usedBytes = bytes * part;
    await recordUsage(spendingDeps(under), gateway.id, [{ slice, usedBytes, done: true }]);
    expect(await balance(user)).toMatchObject({ available_bytes: bytes - usedBytes });
    await buy(under, user, data(3));
    expect(await balance(user)).toMatchObject({ available_bytes: gb(3) + bytes - usedBytes });
  }
});

test('ledger entries cannot be changed', async () => {
  const user = await makePaidUser(under);
  await buy(under, user, { kind: 'proxy_traffic', gigabytes: 3 });
  expect((await under.call(api.showResidentialProxy, {}, user)).json).toMatchObject({
    available_bytes: gb(3),
  });
  const changed = under.dependencies.db
    .updateTable('dataEntries')
    .set({ bytes: 1 })
    .where('userId', '=', user.id)
    .execute();
  await expect(changed).rejects.toThrow('never changed');
});

test('a payment below the price delivers nothing', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(100));
  await deliverAndProcess(under, paidNotice(under, { ...begun, total: 100 }));
  expect(await balance(user)).toMatchObject({ available_bytes: 0 });
  expect(await stateOf(user, begun.orderId)).toBe('processing');
});

test('a payment after the account’s deletion is refunded and delivers nothing', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(7));
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', user.id)
    .execute();
  await deliverAndProcess(under, paidNotice(under, begun));
  const entries = await under.dependencies.db
    .selectFrom('dataEntries')
    .where('userId', '=', user.id)
    .selectAll()
    .execute();
  expect(entries).toEqual([]);
  expect(under.jobs.recorded.at(-1)?.data).toEqual({
    transactionId: begun.transactionId,
    reason: 'account_deleted',
    isOnce: true,
  });
});

test('does not charge a price that changed after the summary', async () => {
  const user = await makePaidUser(under);
  const order = orderOf(await under.call(api.createOrder, { body: data(3) }, user));
  const setPrice = (amount: number) =>
    under.dependencies.db
      .updateTable('prices')
      .set({ amount })
      .where('id', '=', 'residential-data')
      .execute();
  await setPrice(150);
  const pay = { params: { id: order.id }, body: { method: 'card' as const } };
  expect(codeOf(await under.call(api.payOrder, pay, user))).toBe('order_not_payable');
  await setPrice(100);
});

test('a new draft replaces only a draft of the same kind', async () => {
  const user = await makePaidUser(under);
  const traffic = orderOf(
    await under.call(api.createOrder, { body: { kind: 'proxy_traffic', gigabytes: 1 } }, user),
  );
  await Promise.all(Array.from({ length: 10 }, () => under.call(api.createOrder, { body: data(1) }, user)));
  const drafts = await under.dependencies.db
    .selectFrom('orders')
    .select(['id', 'kind'])
    .where('userId', '=', user.id)
    .where('state', '=', 'draft')
    .orderBy('kind')
    .execute();
  expect(drafts.map(({ kind }) => kind)).toEqual(['proxy_traffic', 'residential_data']);
  expect(drafts[0]?.id).toBe(traffic.id);
});
