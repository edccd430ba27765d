import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser } from '../fixture/api-fixture.ts';
import { cryptoCalls, orderOf, startApiWithCoingate } from './crypto-calls.ts';
import { codeOf } from '../payments/outcome.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { anyCoupon } from '../residential/services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApiWithCoingate();
});
afterAll(() => under.stop());

const { shown, subscriptionOf, draft, pay, waiting, changeAtCoingate, paid } = cryptoCalls(() => under);

test('a quote in crypto has its fee as a line, no trial and no renewal', async () => {
  const order = await draft(await makeUser(under), '1-month');
  expect(order.lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
    ['plan', 1199],
    ['crypto_fee', 12],
  ]);
  expect(order.total.amount).toBe(1211);
  expect(order.renewal).toBeNull();
});

test('a payment gives the period once, also with repeated callbacks, and does not renew', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  expect(order.amount).toBe(6048);
  await changeAtCoingate(order, { status: 'confirming' });
  expect(await subscriptionOf(user)).toBeNull();
  await changeAtCoingate(order, paid(), 20);
  expect(await shown(user, order.id)).toMatchObject({ state: 'paid', checkout: null });
  expect(await subscriptionOf(user)).toMatchObject({
    state: 'active',
    active_until: '2027-12-21T12:00:00.000Z',
    next_payment: null,
    payment_method: { kind: 'crypto', last_digits: null },
  });
  const { db } = under.dependencies;
  expect(
    await db.selectFrom('ledgerEntries').selectAll().where('orderId', '=', order.id).execute(),
  ).toMatchObject([
    { provider: 'coingate', kind: 'payment', reference: order.coingateId, amount: 6048, tax: 0 },
  ]);
  const receipts = under.jobs.emailsTo(user.email).filter(({ subject }) => subject.startsWith('Receipt'));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.facts).toContainEqual({ term: 'Crypto fee', value: '$0.60, non-refundable' });
  expect(receipts[0]?.facts).toContainEqual({ term: 'Next payment', value: 'None. This doesn’t renew.' });
});

test('repeated and concurrent payment requests create one order at CoinGate', async () => {
  const user = await makeUser(under);
  const { id } = await draft(user);
  const before = under.coingate.made.size;
  const responses = await Promise.all(Array.from({ length: 20 }, () => pay(user, id)));
  expect(new Set(responses.map((response) => orderOf(response).checkout?.payment_url)).size).toBe(1);
  expect(under.coingate.made.size).toBe(before + 1);
});

test('refuses payment by another method than the quoted one, and while CoinGate does not respond', async () => {
  const user = await makeUser(under);
  const inCrypto = await draft(user);
  expect(codeOf((await pay(user, inCrypto.id, 'card')).json)).toBe('order_not_payable');
  under.coingate.responds = false;
  expect(codeOf((await pay(user, inCrypto.id)).json)).toBe('payment_not_started');
  under.coingate.responds = true;
  expect((await pay(user, inCrypto.id)).status).toBe(200);
  const byCard = orderOf(
    await under.call(api.createOrder, { body: { kind: 'subscription', planId: '12-months' } }, user),
  );
  expect(codeOf((await pay(user, byCard.id)).json)).toBe('order_not_payable');
});

test('the next period can be paid before the current one ends, and begins at its end', async () => {
  const user = await makeUser(under);
  await changeAtCoingate(await waiting(user, '1-month'), paid());
  const first = await subscriptionOf(user);
  await changeAtCoingate(await waiting(user, '1-month'), paid());
  const second = await subscriptionOf(user);
  expect(second?.['started_at']).toBe(first?.['active_until']);
  const renewing = await makePaidUser(under);
  const refused = await under.call(
    api.createOrder,
    { body: { kind: 'subscription', planId: '1-month', method: 'crypto' } },
    renewing,
  );
  expect(codeOf(refused.json)).toBe('subscription_exists');
});

test('data can be bought in crypto: once, with the fee', async () => {
  const user = await makePaidUser(under);
  const body = { kind: 'residential_data', gigabytes: 10, method: 'crypto' } as const;
  const { id, total } = orderOf(await under.call(api.createOrder, { body }, user));
  expect(total.amount).toBe(1010);
  const { payment_url } = orderOf(await pay(user, id)).checkout ?? { payment_url: '' };
  const coingateId = payment_url.slice(payment_url.lastIndexOf('/') + 1);
  const token = under.coingate.made.get(coingateId)?.token ?? '';
  await changeAtCoingate({ coingateId, token }, { ...paid(), priceAmount: 1010 }, 10);
  expect(await shown(user, id)).toMatchObject({ state: 'paid' });
  const entries = await under.dependencies.db
    .selectFrom('dataEntries')
    .select(['kind', 'bytes'])
    .where('userId', '=', user.id)
    .execute();
  expect(entries.map(({ kind, bytes }) => [kind, Number(bytes)])).toEqual([['purchase', 10e9]]);
});

test('an order reduced to zero by a coupon can be paid only by card or PayPal', async () => {
  const user = await makeUser(under);
  await under.dependencies.db
    .insertInto('coupons')
    .values({ ...anyCoupon, code: 'ALL-OFF', percent: 100, createdAt: under.clock.now() })
    .execute();
  const body = { kind: 'subscription', planId: '12-months', couponCode: 'ALL-OFF' } as const;
  const methods = ({ json }: { json: unknown }) => (json as { order: { methods: string[] } }).order.methods;
  for (const how of [{}, { method: 'crypto' as const }])
    expect(methods(await under.call(api.createOrder, { body: { ...body, ...how } }, user))).toEqual([
      'card',
      'paypal',
    ]);
  const monthly = await under.call(
    api.createOrder,
    { body: { kind: 'subscription', planId: '1-month' } },
    user,
  );
  expect(methods(monthly)).toContain('crypto');
});

test('lists the coins, from the cache while CoinGate does not respond', async () => {
  const listed = await under.call(api.listCryptoCurrencies, {});
  expect(listed.json).toEqual({ currencies: [{ symbol: 'BTC', title: 'Bitcoin' }] });
  under.clock.advance(2 * 3600 * 1000);
  under.coingate.responds = false;
  expect((await under.call(api.listCryptoCurrencies, {})).json).toEqual(listed.json);
  under.coingate.responds = true;
});
