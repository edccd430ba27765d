import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSubscriptions } from '../../src/features/subscription/index.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { deliver, deliverAndProcess, makePaidUser, openOrder, processEvent } from './paid-user.ts';
import { refundApproved, subscriptionChanged, transactionCompleted } from './fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const later = (days: number) => new Date(under.clock.now().getTime() + days * dayMs);
const subscriptionOf = async (user: TestUser) =>
  (
    (await under.call(api.showSubscription, {}, user)).json as {
      subscription: Record<string, unknown> | null;
    }
  ).subscription;
const stateOf = async (user: TestUser) => (await subscriptionOf(user))?.['state'] ?? 'none';

/** Creates a confirmed user with an open checkout, and the notifications that its payment causes. */
async function checkout() {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at };
  const completed = transactionCompleted({ ...ids, period: { from: at, until: later(365) } });
  return { user, orderId, ids, completed };
}

test('a notification received a hundred times concurrently counts once', async () => {
  const { user, ids, completed } = await checkout();
  const responses = await Promise.all(Array.from({ length: 100 }, () => deliver(under, completed)));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const kept = under.dependencies.db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('eventId', '=', completed.event_id);
  expect(await kept.execute()).toHaveLength(1);
  await Promise.all(Array.from({ length: 10 }, () => processEvent(under, completed.event_id)));
  expect(await stateOf(user)).toBe('active');
  const grants = await under.dependencies.db
    .selectFrom('subscriptionGrants')
    .selectAll()
    .where('transactionId', '=', ids.transactionId)
    .execute();
  expect(grants).toHaveLength(1);
});

test('one payment reported by many different events gives one grant', async () => {
  const { user, completed } = await checkout();
  const repeats = Array.from({ length: 10 }, (_, index) => ({
    ...completed,
    event_id: `${completed.event_id}-${index}`,
  }));
  await Promise.all(repeats.map((event) => deliverAndProcess(under, event)));
  expect((await subscriptionOf(user))?.['active_until']).toBe(
    new Date(Date.UTC(2027, 11, 21, 12)).toISOString(),
  );
});

test('events in every order end in the same state', async () => {
  const outcomes = new Set<string>();
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const { user, ids, completed } = await checkout();
    const events = [
      subscriptionChanged({ ...ids, status: 'active', nextPaymentAt: later(365) }),
      completed,
      subscriptionChanged({ ...ids, at: later(0.001), status: 'active', cancelsAt: later(365) }),
    ];
    for (const index of order) {
      const event = events[index];
      if (event !== undefined) await deliverAndProcess(under, event);
    }
    const { id: _id, ...shown } = (await subscriptionOf(user)) ?? {};
    outcomes.add(JSON.stringify(shown));
  }
  expect(outcomes.size).toBe(1);
  expect([...outcomes][0]).toContain('"state":"cancelled"');
});

test('only a payment gives access', async () => {
  const { user, ids } = await checkout();
  await deliverAndProcess(
    under,
    subscriptionChanged({ ...ids, status: 'active', nextPaymentAt: later(365) }),
  );
  expect(await stateOf(user)).toBe('none');
});

test('a payment for another price, or without an order of ours, gives no access', async () => {
  const { user, ids } = await checkout();
  const period = { from: ids.at, until: later(365) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, priceId: 'pri_cheaper' }));
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, transactionId: 'txn_elsewhere' }));
  expect(await stateOf(user)).toBe('none');
});

test('refuses a notification without a valid signature and does not store it', async () => {
  const { completed } = await checkout();
  const body = JSON.stringify(completed);
  for (const signature of ['', 'ts=1;h1=00', `ts=${Math.floor(Date.now() / 1000)};h1=${'0'.repeat(64)}`]) {
    const headers = { 'content-type': 'application/json', 'paddle-signature': signature };
    const response = await send(under.baseUrl, {
      method: 'POST',
      path: api.paddleWebhook.path,
      headers,
      body,
    });
    expect(response.status).toBe(400);
  }
  const kept = await under.dependencies.db
    .selectFrom('providerEvents')
    .selectAll()
    .where('eventId', '=', completed.event_id)
    .execute();
  expect(kept).toEqual([]);
});

test('requests free months from the provider once', async () => {
  const user = await makePaidUser(under);
  await deliverAndProcess(
    under,
    subscriptionChanged({ ...user, at: under.clock.now(), status: 'active', nextPaymentAt: later(365) }),
  );
  const subscription = await under.dependencies.db
    .selectFrom('subscriptions')
    .select(['id', 'nextPaymentAt'])
    .where('orderId', '=', user.orderId)
    .executeTakeFirstOrThrow();
  expect(subscription.nextPaymentAt).toEqual(new Date('2027-12-21T12:00:00.000Z'));
  const moveJobs = under.jobs.recorded.filter(
    (job) =>
      job.name === 'subscription.move-next-payment' && JSON.stringify(job.data).includes(subscription.id),
  );
  expect(moveJobs).toHaveLength(1);
});

test('a refund ends access at once and revokes it on every gateway', async () => {
  await makeGateway(under);
  await makeGateway(under, 'jp-tyo');
  const user = await makePaidUser(under);
  const countOf = async () => {
    const rows = await under.dependencies.db.selectFrom('gatewayChanges').select('kind').execute();
    return rows.filter(({ kind }) => kind === 'revoke_account').length;
  };
  const before = await countOf();
  await deliverAndProcess(under, refundApproved({ ...user, at: under.clock.now() }));
  expect(await stateOf(user)).toBe('refunded');
  // One for all gateways.
  expect(await countOf()).toBe(before + 1);
});

/** Creates two checkouts of one customer, as from two tabs, paid concurrently. */
async function paidTwice() {
  const user = await makeUser(under);
  const at = under.clock.now();
  const period = { from: at, until: later(365) };
  const bought = [await openOrder(under, user), await openOrder(under, user)].map((order) => {
    const ids = { transactionId: order.transactionId, subscriptionId: `sub_${order.orderId}`, at };
    return { ...order, ...ids, completed: transactionCompleted({ ...ids, period }) };
  });
  await Promise.all(bought.map(({ completed }) => deliverAndProcess(under, completed)));
  const transactions = bought.map(({ transactionId }) => transactionId);
  const returned = under.jobs.recorded
    .filter((job) => job.name === 'payments.return-duplicate')
    .map((job) => (job.data as { transactionId: string }).transactionId)
    .filter((transactionId) => transactions.includes(transactionId));
  return { user, bought, returned };
}

test('refunds exactly one of two plans paid concurrently in two tabs', async () => {
  const { bought, returned } = await paidTwice();
  expect(returned).toHaveLength(1);
  for (const { completed } of bought) {
    await deliverAndProcess(under, { ...completed, event_id: `${completed.event_id}-again` });
  }
  const jobs = under.jobs.recorded.filter(
    (job) =>
      job.name === 'payments.return-duplicate' && JSON.stringify(job.data).includes(String(returned[0])),
  );
  expect(jobs).toHaveLength(1);
});

test('the receipt of the refunded plan shows no period and no next charge', async () => {
  const { user, bought, returned } = await paidTwice();
  const receipts = under.jobs.emailsTo(user.email).filter(({ subject }) => subject.startsWith('Receipt'));
  const following = receipts.map(({ facts = [] }) => ({
    number: facts.find(({ term }) => term === 'Order')?.value,
    terms: facts.map(({ term }) => term).filter((term) => ['Period', 'Next payment'].includes(term)),
  }));
  const orders = await under.dependencies.db.selectFrom('orders').select(['id', 'number']).execute();
  const expected = bought.map(({ orderId, transactionId }) => ({
    number: orders.find(({ id }) => id === orderId)?.number,
    terms: returned.includes(transactionId) ? [] : ['Period', 'Next payment'],
  }));
  expect(following).toHaveLength(2);
  expect(following).toEqual(expect.arrayContaining(expected));
});

test('the refund of the second plan does not affect the first plan and its tunnels', async () => {
  await makeGateway(under);
  const { user, bought, returned } = await paidTwice();
  const countOf = async () =>
    (await under.dependencies.db.selectFrom('gatewayChanges').select('gatewayId').execute()).length;
  const before = await countOf();
  const second = bought.find(({ transactionId }) => transactionId === returned[0]);
  if (second === undefined) throw new Error('nothing was given back');
  await deliverAndProcess(under, refundApproved({ ...second, at: under.clock.now() }));
  expect(await stateOf(user)).toBe('active');
  expect(await countOf()).toBe(before);
  const { json } = await under.call(api.showOrder, { params: { id: second.orderId } }, user);
  expect(json).toMatchObject({ order: { state: 'refunded' } });
});

test('refuses a genuine notification with text that PostgreSQL cannot store, without a server error', async () => {
  for (const data of [{ 'a\0': 1 }, { note: 'a\0' }, { note: '\ud800' }, { '\udc00': 1 }]) {
    const event = { event_id: 'evt_odd', event_type: 'a.b', occurred_at: '2026-11-21T12:00:00Z', data };
    expect((await deliver(under, event)).status).toBe(422);
  }
});

test('expires a subscription after its access ends, revokes once, and restores it with a late payment', async () => {
  const user = await makePaidUser(under);
  const start = under.clock.now();
  under.clock.advance(398 * dayMs);
  const signedIn = await under.call(api.logIn, {
    body: { email: user.email, password: 'correct horse battery staple' },
  });
  const again = { ...user, token: (signedIn.json as { access_token: string }).access_token, deviceId: '' };
  const { deviceId: _none, ...speaker } = again;
  const shown = async () =>
    ((await under.call(api.showSubscription, {}, speaker)).json as { subscription: { state: string } })
      .subscription.state;
  expect(await shown()).toBe('expired');
  const deps = { ...under.dependencies, revoke: under.revoke };
  await Promise.all([expireSubscriptions(deps), expireSubscriptions(deps)]);
  expect(await shown()).toBe('expired');
  const period = { from: new Date(start.getTime() + 395 * dayMs), until: later(365) };
  const renewal = { ...user, transactionId: 'txn_renewal', at: under.clock.now(), period };
  await deliverAndProcess(under, transactionCompleted(renewal));
  expect(await shown()).toBe('active');
});
