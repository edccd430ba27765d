import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  reconcileCoingate,
  reconcileLapsedCoingate,
} from '../../src/features/payments/coingate/coingate-orders.ts';
import { type ApiUnderTest, makeUser } from '../fixture/api-fixture.ts';
import { metricOf } from '../http/metric-of.ts';
import { cryptoCalls, startApiWithCoingate } from './crypto-calls.ts';
import { processDeps, processInboxEvents } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApiWithCoingate();
});
afterAll(() => under.stop());

const { shown, subscriptionOf, waiting, sendCallback, changeAtCoingate, paid } = cryptoCalls(() => under);

test('a forged callback causes no request and no change, and its response does not end callbacks', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  under.coingate.set(order.coingateId, paid());
  const before = under.jobs.recorded.length;
  const forgeries: Readonly<Record<string, string>>[] = [
    { id: order.coingateId, token: 'a guess', status: 'paid' },
    { id: order.coingateId, status: 'paid' },
    { id: '1', token: order.token, status: 'paid' },
    { id: 'not a number', token: order.token },
    {},
  ];
  for (const forged of forgeries) expect((await sendCallback(forged)).status).toBe(400);
  expect(under.jobs.recorded).toHaveLength(before);
  expect(await subscriptionOf(user)).toBeNull();
  const series = 'comet_api_requests_total{method="POST",route="/api/v1/webhooks/coingate",status="400"}';
  expect(await metricOf(under, series)).toBe(5);
});

test('queries CoinGate instead of trusting the callback', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  expect((await sendCallback({ id: order.coingateId, token: order.token, status: 'paid' })).status).toBe(200);
  await under.jobs.runPending();
  await processInboxEvents(under);
  expect(await shown(user, order.id)).toMatchObject({ state: 'processing' });
  expect(await subscriptionOf(user)).toBeNull();
});

test.each([
  ['expired', false, 'expired'],
  ['canceled', false, 'expired'],
  ['invalid', false, 'failed'],
  ['expired', true, 'failed'],
] as const)(
  'an order that is %s (underpaid: %s) at CoinGate is %s, and is honoured when it is paid later',
  async (status, isUnderpaid, state) => {
    const user = await makeUser(under);
    const order = await waiting(user);
    await changeAtCoingate(order, { status, isUnderpaid });
    expect(await shown(user, order.id)).toMatchObject({ state, checkout: null });
    expect(await subscriptionOf(user)).toBeNull();
    await changeAtCoingate(order, { ...paid(), isUnderpaid: false });
    expect(await shown(user, order.id)).toMatchObject({ state: 'paid' });
    expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  },
);

test('ends in the same state for statuses in another order', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, paid());
  await changeAtCoingate(order, { status: 'expired', paidAt: null });
  expect(await shown(user, order.id)).toMatchObject({ state: 'paid' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
});

test('a payment below the order total gives no access', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, { ...paid(), priceAmount: 1 });
  expect(await subscriptionOf(user)).toBeNull();
});

test('a query replaces a lost callback', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  under.coingate.set(order.coingateId, paid());
  await reconcileCoingate(processDeps(under));
  expect(await shown(user, order.id)).toMatchObject({ state: 'processing' });
  under.clock.advance(3 * 60 * 1000);
  under.coingate.responds = false;
  await reconcileCoingate(processDeps(under));
  under.coingate.responds = true;
  await reconcileCoingate(processDeps(under));
  await processInboxEvents(under);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
});

test('the hourly query finds the payment of an order that expired in the last week', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  under.coingate.set(order.coingateId, paid());
  const { db } = under.dependencies;
  await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', order.id).execute();
  under.clock.advance(3 * 60 * 1000);
  await reconcileCoingate(processDeps(under));
  await processInboxEvents(under);
  expect(await subscriptionOf(user)).toBeNull();
  await reconcileLapsedCoingate(processDeps(under));
  await processInboxEvents(under);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
});
