import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { couponsCommand } from '../../src/features/coupons/index.ts';
import { plansCommand, pricesCommand, seedPrices } from '../../src/features/plans/index.ts';
import { addressesCommand } from '../../src/features/dedicated-ips/index.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makeExit } from '../gateways/exits-fixture.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { beginPaying, buy, orderOf, paidNotice } from '../residential/services-fixture.ts';

let under: ApiUnderTest;
const published: { readonly amount: number; readonly description: string }[] = [];
beforeAll(async () => {
  under = await startApi();
  await under.dependencies.db.updateTable('plans').set({ paddleProductId: 'pro_plan' }).execute();
});
afterAll(() => under.stop());

const deps = () => ({
  ...{ db: under.dependencies.db, clock: under.clock, operator: 'grace' },
  catalogue: {
    createProduct: (name: string) => Promise.resolve(`pro_${name}`),
    createPrice(price: { readonly amount: number; readonly description: string }) {
      published.push(price);
      return Promise.resolve(`pri_${published.length}`);
    },
  },
});
const nobody = '00000000-0000-4000-8000-000000000000';
const plans = (...words: string[]) => plansCommand(deps(), words);
const prices = (...words: string[]) => pricesCommand(deps(), words);
const coupons = (...words: string[]) => couponsCommand(deps(), words);
const addresses = (...words: string[]) => addressesCommand(deps(), words);
const actions = () =>
  under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'details'])
    .orderBy('id')
    .execute();

test('a higher plan price is created at Paddle, and existing orders keep their price', async () => {
  const user = await makeUser(under);
  const body = { kind: 'subscription', planId: '24-months' } as const;
  const begun = await beginPaying(under, user, body);
  await plans('set', '24-months', '--price', '95.76', '--discount', '67');
  expect(published.at(-1)).toMatchObject({ amount: 9576, description: '24 months' });
  const show = await under.call(api.showOrder, { params: { id: begun.orderId } }, user);
  expect(show.json).toMatchObject({
    order: { total: { amount: 8376 }, renewal: { amount: { amount: 8376 } } },
  });
  const other = await makeUser(under);
  expect(orderOf(await under.call(api.createOrder, { body }, other)).total.amount).toBe(9576);
  expect(under.provider.charges.get((await beginPaying(under, other, body)).transactionId)?.priceId).toMatch(
    /^pri_\d/,
  );
  expect(await plans('list')).toMatch(/^24-months +24 +95\.76 +11\.99 +67% +0 +3 +yes$/m);
  expect((await actions()).at(-1)).toEqual({
    operator: 'grace',
    action: 'set_plan',
    details: { id: '24-months', priceAmount: 9576, discountPercent: 67 },
  });
});

test.each([
  [['set', '12-months', '--price', '80'], 'Not an amount'],
  [['set', '12-months', '--price', '65.00'], 'add --discount 55'],
  [['set', '12-months', '--price', '200.00'], 'at the monthly price'],
  [['set', '12-months', '--trial-days', '3'], 'not both'],
  [['set', 'for-ever', '--price', '60.00'], 'There is no plan for-ever'],
  [['set', '12-months'], 'Specify what to change'],
  [['set', '12-months', '--cheaper', 'yes'], '--cheaper'],
  [['remove', '12-months'], 'Use plans list'],
] as const)('plans %j is refused', async (words, reason) => {
  const before = await actions();
  await expect(plans(...words)).rejects.toThrow(reason);
  expect(await actions()).toEqual(before);
});

test('a changed price for data applies to new orders, and a price can be taken off sale', async () => {
  const user = await makePaidUser(under);
  const data = { kind: 'residential_data', gigabytes: 2 } as const;
  await prices('set', 'residential-data', '--price', '1.50');
  expect(await buy(under, user, data)).toMatchObject({ total: 300 });
  expect(await prices('list')).toMatch(/^residential-data +1\.50 +1 GB +yes$/m);
  await prices('set', 'residential-data', '--on-sale', 'no');
  expect((await under.call(api.createOrder, { body: data }, user)).status).toBe(422);
  expect((await under.call(api.listPrices, {})).json).toMatchObject({ residential_data: null });
  await expect(prices('set', 'residential-data', '--price', '0.00')).rejects.toThrow(
    'The amount must be more than 0.00',
  );
});

test('adds, limits and ends a coupon', async () => {
  const output = await coupons(
    'add',
    'spring',
    '--percent',
    '30',
    '--plans',
    '12-months',
    '--total',
    '100',
    '--until',
    '2027-04-01',
  );
  expect(output).toContain('/claim-offer/?code=SPRING');
  const show = () => under.call(api.showCoupon, { params: { code: 'SPRING' } });
  expect((await show()).json).toMatchObject({ coupon: { percent: 30, ends_at: '2027-04-01T00:00:00.000Z' } });
  await coupons('set', 'SPRING', '--total', 'any');
  expect(await coupons('list')).toMatch(/^SPRING +30% +12-months +2027-04-01T00:00Z +0 +any +1 +no$/m);
  await coupons('end', 'SPRING');
  expect((await show()).status).toBe(422);
  expect((await actions()).slice(-3).map(({ action }) => action)).toEqual([
    'add_coupon',
    'set_coupon',
    'end_coupon',
  ]);
});

test.each([
  [['add', 'AB', '--percent', '10'], '3 to 40'],
  [['add', 'BOTH', '--percent', '10', '--amount', '1.00'], 'Specify the discount'],
  [['add', 'NONE'], 'Specify the discount'],
  [['add', 'MORE', '--percent', '101'], 'from 1 to 100'],
  [['add', 'PLANS', '--percent', '10', '--plans', 'for-ever'], 'There is no plan for-ever'],
  [['add', 'BACK', '--percent', '10', '--from', '2027-02-01', '--until', '2027-01-01'], 'before it starts'],
  [['add', 'SPRING', '--percent', '10'], 'Coupon SPRING already exists'],
  [['set', 'SPRING', '--percent', '50'], '--percent'],
  [['end', 'NEVER'], 'There is no coupon NEVER'],
] as const)('coupons %j is refused', async (words, reason) => {
  await expect(coupons(...words)).rejects.toThrow(reason);
});

test('assigns a new address in stock to a waiting customer', async () => {
  const user = await makePaidUser(under);
  const { id: gateway } = await makeGateway(under);
  await addresses('add', 'dedicated', 'no', '203.0.113.50', '--gateway', gateway);
  const request = { kind: 'dedicated_ip', type: 'dedicated', country: 'no', months: 1 } as const;
  const begun = await beginPaying(under, user, request);
  await expect(addresses('remove', '203.0.113.50')).rejects.toThrow('a customer has it');
  await under.dependencies.db
    .updateTable('dedicatedIps')
    .set({ orderId: null })
    .where('orderId', '=', begun.orderId)
    .execute();
  await addresses('remove', '203.0.113.50');
  await deliverAndProcess(under, paidNotice(under, begun));
  under.clock.advance(3600_000);
  await addresses('add', 'dedicated', 'NO', '203.0.113.51', '--gateway', gateway);
  expect((await under.call(api.listServices, {}, user)).json).toMatchObject({
    services: [{ state: 'active', address: '203.0.113.51', started_at: under.clock.now().toISOString() }],
  });
  expect(await addresses('list')).toContain(`203.0.113.51  assigned  ${gateway}`);
  const again = addresses('add', 'dedicated', 'nl', '203.0.113.51', '--gateway', gateway);
  await expect(again).rejects.toThrow('is already in stock');
  const sixth = addresses('add', 'dedicated', 'nl', '2001:db8::7', '--gateway', gateway);
  await expect(sixth).rejects.toThrow('IPv4');
});

test.each([
  [['add', 'shared', 'nl', '203.0.113.60'], 'The type must be'],
  [['add', 'dedicated', 'n1', '203.0.113.60'], 'Not a country'],
  [['add', 'dedicated', 'nl', '203.0.113.0/24'], 'Not an IP address'],
  [['add', 'dedicated', 'nl', '203.0.113.51'], 'Specify where it’s used'],
  [['add', 'dedicated', 'nl', '203.0.113.51', '--gateway', nobody], 'There is no gateway'],
  [['add', 'dedicated', 'nl', '203.0.113.51', '--exit', nobody], 'There is no exit'],
] as const)('addresses %j is refused', async (words, reason) => {
  await expect(addresses(...words)).rejects.toThrow(reason);
});

test('a quarantined address that is removed and added again stays in quarantine', async () => {
  const { id: gateway } = await makeGateway(under);
  const add = () => addresses('add', 'dedicated', 'no', '203.0.113.70', '--gateway', gateway);
  await add();
  const restsUntil = new Date(under.clock.now().getTime() + 20 * 24 * 3600_000);
  await under.dependencies.db
    .updateTable('dedicatedIps')
    .set({ restsUntil })
    .where('address', '=', '203.0.113.70')
    .execute();
  await addresses('remove', '203.0.113.70');
  expect(await add()).toContain(`from ${restsUntil.toISOString().slice(0, 10)} on`);
  expect(await addresses('list')).toContain('203.0.113.70  resting');
  await addresses('remove', '203.0.113.70');
  under.clock.advance(21 * 24 * 3600_000);
  expect(await add()).toBe('203.0.113.70 can be sold in no.');
  await addresses('remove', '203.0.113.70');
});

test('an exit has at most one address, so that two customers do not share a line', async () => {
  const { id } = await makeExit(under, { use: 'dedicated' });
  const add = (address: string) => addresses('add', 'dedicated_residential', 'us', address, '--exit', id);
  const [first, second] = await Promise.allSettled([add('203.0.113.60'), add('203.0.113.61')]);
  const refused = [first, second].filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('another IP address');
  await addresses('remove', first.status === 'fulfilled' ? '203.0.113.60' : '203.0.113.61');
  expect(await add('203.0.113.62')).toContain('can be sold');
});

test('residential data is not sold where no app can use it, until the operator offers it; the proxy is', async () => {
  const { db } = under.dependencies;
  await db.deleteFrom('prices').where('id', '=', 'residential-data').execute();
  await seedPrices(db, { isAppPublished: false });
  const user = await makePaidUser(under);
  const shown = await under.call(api.listPrices, {}, user);
  expect(shown.json).toMatchObject({ residential_data: null, proxy_traffic: { amount: expect.any(Number) } });
  const body = { kind: 'residential_data', gigabytes: 10 } as const;
  expect((await under.call(api.createOrder, { body }, user)).json).toMatchObject({
    error: { code: 'product_not_found' },
  });
  await prices('set', 'residential-data', '--on-sale', 'yes');
  expect((await under.call(api.createOrder, { body }, user)).status).toBe(201);
});
