import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyAutomatically } from '../../src/features/automatic-purchases/charge-order.ts';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import { stopSpending } from '../../src/features/residential-data/stop-spending.ts';
import { recordUsage } from '../../src/features/residential-data/record-usage.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { giveQuotaAccount, spendingDeps } from './data-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { deliverAndProcess, makePaidUser, type PaidUser, processDeps } from '../payments/paid-user.ts';
import { adjusted, purchaseCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

const gb = 1_000_000_000;
const automatic = { belowGigabytes: 1, gigabytes: 2 };
const settings = (user: PaidUser, chosen: typeof automatic | null) => {
  const body = { whenEmpty: 'block', automatic: chosen } as const;
  return under.call(api.changeResidentialDataSettings, { body }, user);
};
const shown = async (user: PaidUser) => (await under.call(api.showResidentialData, {}, user)).json;
const jobsOf = ({ id }: PaidUser) =>
  under.jobs.recorded.filter(
    ({ name, data }) => name === 'residential-data.buy-more' && (data as { userId: string }).userId === id,
  );
const chargesOf = ({ subscriptionId }: PaidUser) =>
  under.billing.made.filter((made) => made === `charge ${subscriptionId}`);
const ordersOf = ({ id }: PaidUser) =>
  under.dependencies.db
    .selectFrom('orders')
    .select(['state', 'paddleTransactionId', 'paddlePriceId', 'totalAmount', 'failure'])
    .where('userId', '=', id)
    .where('kind', '=', 'residential_data')
    // Ids are in the order of creation; the times are equal, because the clock is stopped.
    .orderBy('id')
    .execute();
const buy = ({ id: userId }: PaidUser) =>
  buyAutomatically({ ...processDeps(under), billing: under.billing }, { userId, product: 'residential_vpn' });

/** Creates a customer with just above a gigabyte and an automatic purchase of two gigabytes below one. */
async function makeSaver() {
  const user = await makePaidUser(under);
  const quotaAccount = await giveQuotaAccount(under, user, gateway, gb + 1000);
  expect((await settings(user, automatic)).json).toMatchObject({
    automatic: { below_gigabytes: 1, gigabytes: 2 },
  });
  const spend = async (bytes: number) => {
    const drawn = await reserveQuota(under.dependencies, {
      gatewayId: gateway.id,
      quotaAccount,
      request: randomUUID(),
    });
    if (!drawn.ok) throw new Error(drawn.error);
    const report = { slice: drawn.value.slice, usedBytes: bytes, done: true };
    await Promise.all([1, 2, 3].map(() => recordUsage(spendingDeps(under), gateway.id, [report])));
  };
  return { user, spend };
}

test('below the chosen balance, places and charges one order, also with concurrent usage, and another at the next low balance', async () => {
  const { user, spend } = await makeSaver();
  await spend(1000);
  expect(jobsOf(user)).toEqual([]);
  await Promise.all([spend(1), spend(1), spend(1)]);
  expect(jobsOf(user)).toHaveLength(1);
  await Promise.all([buy(user), buy(user), buy(user)]);
  await buy(user);
  expect(chargesOf(user)).toHaveLength(1);
  expect(await ordersOf(user)).toMatchObject([{ state: 'paid', totalAmount: 200 }]);
  expect(await shown(user)).toMatchObject({ available_bytes: 3 * gb - 3 });
  await spend(1);
  expect(jobsOf(user)).toHaveLength(1);
  for (let spent = 0; spent < 33; spent += 1) await spend(63_000_000);
  expect(jobsOf(user)).toHaveLength(2);
  await buy(user);
  expect(chargesOf(user)).toHaveLength(2);
  const { db } = under.dependencies;
  const booked = await db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select(['product', 'amount'])
    .where('orders.userId', '=', user.id)
    .where('product', '=', 'residential_data')
    .execute();
  expect(booked).toEqual([
    { product: 'residential_data', amount: 200 },
    { product: 'residential_data', amount: 200 },
  ]);
});

test('finds a charge whose response was lost, and does not repeat it', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  under.billing.failNext('payment_unavailable');
  await expect(buy(user)).rejects.toThrow('the charge was not made');
  expect(await ordersOf(user)).toMatchObject([{ state: 'processing', paddleTransactionId: null }]);
  await buy(user);
  expect(chargesOf(user)).toHaveLength(1);
  expect(await ordersOf(user)).toMatchObject([{ state: 'paid' }]);
});

test('a declined charge disables automatic purchases, with one email', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  under.billing.failNext('payment_declined');
  await buy(user);
  await buy(user);
  expect(await ordersOf(user)).toMatchObject([{ state: 'failed', failure: 'payment_declined' }]);
  expect(await shown(user)).toMatchObject({ automatic: null });
  await spend(1);
  expect(jobsOf(user)).toHaveLength(1);
  const emails = under.jobs.emailsTo(user.email).map(({ subject }) => subject);
  expect(emails.filter((subject) => subject.includes('couldn’t top up'))).toHaveLength(1);
});

test('charges a lower price, and a higher one only after the customer agrees', async () => {
  const { user, spend } = await makeSaver();
  const { db } = under.dependencies;
  const priceIs = (amount: number) =>
    db.updateTable('prices').set({ amount }).where('kind', '=', 'residential_data').execute();
  const { amount } = await db
    .selectFrom('prices')
    .select('amount')
    .where('kind', '=', 'residential_data')
    .executeTakeFirstOrThrow();
  try {
    await priceIs(amount + 1);
    await spend(1001);
    // Repeated attempts send one email.
    await Promise.all([buy(user), buy(user), buy(user)]);
    expect([await ordersOf(user), chargesOf(user)]).toEqual([[], []]);
    expect(await shown(user)).toMatchObject({ automatic: null });
    const emails = under.jobs.emailsTo(user.email).filter(({ subject }) => subject.includes('has gone up'));
    expect(emails).toHaveLength(1);
    // Once enabled again, it buys at once; a lower price is charged without a question.
    await settings(user, automatic);
    await priceIs(amount);
    await buy(user);
    expect(await ordersOf(user)).toMatchObject([{ state: 'paid', totalAmount: 2 * amount }]);
  } finally {
    await priceIs(amount);
  }
});

test('disabling automatic purchases before a purchase begins prevents its charge', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  await settings(user, null);
  await buy(user);
  expect([await ordersOf(user), chargesOf(user)]).toEqual([[], []]);
  await settings(user, automatic);
  expect(jobsOf(user)).toHaveLength(2);
});

test('changing the choice or stopping the customer during a provider outage prevents the charge', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  const wait = async () => {
    under.billing.failNext('subscription_locked');
    await expect(buy(user)).rejects.toThrow('the charge was not made');
  };
  const charged = async () => {
    const made = await under.billing.charges(user.subscriptionId);
    return made.ok ? made.value.length : null;
  };
  const before = await charged();
  const stop = (at: Date | null) =>
    under.dependencies.db.transaction().execute((trx) => stopSpending(trx, user.id, at));
  await wait();
  await settings(user, null);
  await buy(user);
  expect(await ordersOf(user)).toMatchObject([{ state: 'expired' }]);
  await settings(user, automatic);
  await wait();
  await settings(user, { ...automatic, gigabytes: 3 });
  await buy(user);
  await spend(1);
  await wait();
  await stop(under.clock.now());
  await buy(user);
  expect((await ordersOf(user)).map(({ state }) => state)).toEqual(Array(3).fill('expired'));
  expect(await charged()).toBe(before);
  await stop(null);
  await spend(1);
  await buy(user);
  expect((await ordersOf(user)).at(-1)).toMatchObject({ state: 'paid', totalAmount: 300 });
  expect(await charged()).toBe(Number(before) + 1);
});

test('a charge made before the choice was withdrawn delivers its data', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  under.billing.failNext('payment_unavailable');
  await expect(buy(user)).rejects.toThrow('the charge was not made');
  await settings(user, null);
  await buy(user);
  expect(await ordersOf(user)).toMatchObject([{ state: 'paid' }]);
  expect(await shown(user)).toMatchObject({ available_bytes: 3 * gb - 1, automatic: null });
});

test('an event about the charge before its order has the transaction changes no plan, and its refund revokes the data', async () => {
  const { user, spend } = await makeSaver();
  await spend(1001);
  const plan = async () => (await under.call(api.showSubscription, {}, user)).json;
  const before = await plan();
  under.billing.failNext('payment_unavailable');
  await expect(buy(user)).rejects.toThrow('the charge was not made');
  const [order] = await ordersOf(user);
  const charged = await under.billing.charges(user.subscriptionId);
  const transactionId = charged.ok ? (charged.value[0]?.id ?? '') : '';
  const at = under.clock.now();
  const about = { transactionId, at, total: 200, priceId: order?.paddlePriceId ?? '' };
  await deliverAndProcess(under, purchaseCompleted({ ...about, chargedOn: user.subscriptionId }));
  expect(await ordersOf(user)).toMatchObject([{ state: 'processing' }]);
  await buy(user);
  expect(await ordersOf(user)).toMatchObject([{ state: 'paid', paddleTransactionId: transactionId }]);
  expect(await plan()).toEqual(before);
  const back = { transactionId, at, amount: 200, subscriptionId: user.subscriptionId };
  await deliverAndProcess(under, adjusted(back));
  expect(await ordersOf(user)).toMatchObject([{ state: 'refunded' }]);
  expect(await plan()).toEqual(before);
  // The plan's own payments are still distinguished from the charge.
  await deliverAndProcess(
    under,
    adjusted({ transactionId: user.transactionId, subscriptionId: user.subscriptionId, at }),
  );
  expect(await plan()).not.toEqual(before);
  const refunds = await under.dependencies.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select(['orders.kind', 'refunds.transactionId'])
    .where('orders.userId', '=', user.id)
    .orderBy('orders.kind')
    .execute();
  expect(refunds).toEqual([
    { kind: 'residential_data', transactionId },
    { kind: 'subscription', transactionId: user.transactionId },
  ]);
});

test('charges nothing while the plan is cancelled, and charges at the next low balance after an undo', async () => {
  const { user, spend } = await makeSaver();
  const cancel = (state: 'cancelled' | 'active') =>
    under.dependencies.db.updateTable('subscriptions').set({ state }).where('userId', '=', user.id).execute();
  await spend(1001);
  expect(jobsOf(user)).toHaveLength(1);
  await cancel('cancelled');
  await buy(user);
  await spend(1);
  expect([jobsOf(user).length, await ordersOf(user), chargesOf(user)]).toEqual([1, [], []]);
  const other = { belowGigabytes: 2, gigabytes: 2 };
  expect(codeOf((await settings(user, other)).json)).toBe('automatic_purchase_unavailable');
  // The existing choice does not block a change of the setting for an empty balance.
  const body = { whenEmpty: 'standard', automatic } as const;
  expect((await under.call(api.changeResidentialDataSettings, { body }, user)).status).toBe(200);
  expect(await shown(user)).toMatchObject({
    when_empty: 'standard',
    automatic: { below_gigabytes: 1, gigabytes: 2 },
  });
  await cancel('active');
  await spend(1);
  expect(jobsOf(user)).toHaveLength(2);
  await buy(user);
  expect(chargesOf(user)).toHaveLength(1);
});

test('makes no automatic purchase without a plan that can be charged', async () => {
  const user = await makePaidUser(under);
  const paddleSubscriptionId = null;
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({ paddleSubscriptionId })
    .where('userId', '=', user.id)
    .execute();
  expect(codeOf((await settings(user, automatic)).json)).toBe('automatic_purchase_unavailable');
  expect((await settings(user, null)).status).toBe(200);
  const unpaid = await makeUser(under);
  const body = { whenEmpty: 'block', automatic } as const;
  const refused = await under.call(api.changeResidentialDataSettings, { body }, unpaid);
  expect(codeOf(refused.json)).toBe('subscription_required');
  const less = { belowGigabytes: 3, gigabytes: 2 };
  expect(() => settings(user, less)).toThrow('automatic');
});
