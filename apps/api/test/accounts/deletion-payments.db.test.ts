import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { deliverAndProcess, makePaidUser, openOrder } from '../payments/paid-user.ts';
import { subscriptionChanged, transactionCompleted } from '../payments/fake-provider.ts';
import { dayMs, deletionCalls } from './deletion-calls.ts';

const minuteMs = 60 * 1000;

let under: ApiUnderTest;
let remove: ReturnType<typeof deletionCalls>['remove'];
beforeAll(async () => {
  under = await startApi();
  ({ remove } = deletionCalls(under));
});
afterAll(() => under.stop());

const jobsSince = (from: number, name: string) =>
  under.jobs.recorded.slice(from).filter((job) => job.name === name);

test('a deletion forfeits the remaining days, a job cancels the renewal, and no later event restores them', async () => {
  const from = under.jobs.recorded.length;
  const user = await makePaidUser(under);
  await remove(user);
  const { subscriptionId } = user;
  expect(jobsSince(from, 'subscription.cancel-renewal').map(({ data }) => data)).toEqual([
    { providerSubscriptionId: subscriptionId },
  ]);
  const shown = () =>
    under.dependencies.db
      .selectFrom('subscriptions')
      .select(['state', 'accessUntil', 'nextPaymentAt', 'endedAt'])
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
  const forfeited = await shown();
  expect(forfeited).toMatchObject({ state: 'expired', accessUntil: under.clock.now(), nextPaymentAt: null });
  under.clock.advance(minuteMs);
  const at = under.clock.now();
  const yearLater = new Date(at.getTime() + 365 * dayMs);
  const ids = { transactionId: user.transactionId, subscriptionId, at };
  await deliverAndProcess(under, subscriptionChanged({ ...ids, status: 'active', nextPaymentAt: yearLater }));
  expect(await shown()).toEqual(forfeited);
  expect(jobsSince(from, 'payments.return-duplicate')).toEqual([]);
  // A renewal that could not be cancelled in time is refunded, once.
  const renewal = { ...ids, transactionId: `txn_renewal_${user.id}`, period: { from: at, until: yearLater } };
  await deliverAndProcess(under, transactionCompleted(renewal));
  await deliverAndProcess(under, transactionCompleted(renewal));
  expect(await shown()).toEqual(forfeited);
  expect(jobsSince(from, 'payments.return-duplicate').map(({ data }) => data)).toEqual([
    { transactionId: renewal.transactionId, reason: 'account_deleted' },
  ]);
});

test('refunds a payment in a checkout that was open at the deletion, and closes the checkout', async () => {
  const from = under.jobs.recorded.length;
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  await remove(user);
  expect(jobsSince(from, 'orders.close-checkout').map(({ data }) => data)).toEqual([{ transactionId }]);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + 365 * dayMs) };
  await deliverAndProcess(
    under,
    transactionCompleted({ transactionId, subscriptionId: `sub_${orderId}`, at, period }),
  );
  expect(jobsSince(from, 'payments.return-duplicate').map(({ data }) => data)).toEqual([
    { transactionId, reason: 'account_deleted' },
  ]);
  const { state, endedAt } = await under.dependencies.db
    .selectFrom('subscriptions')
    .select(['state', 'endedAt'])
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  expect([state, endedAt]).toEqual(['expired', at]);
});

test('if an account is deleted during payment, the checkout is closed or never opened', async () => {
  for (let round = 0; round < 10; round += 1) {
    const from = under.jobs.recorded.length;
    const user = await makeUser(under);
    const created = await under.call(
      api.createOrder,
      { body: { kind: 'subscription', planId: '12-months' } },
      user,
    );
    const { id } = (created.json as { order: { id: string } }).order;
    const [deleted, ...payments] = await Promise.all([
      remove(user),
      ...Array.from({ length: 4 }, () =>
        under.call(api.payOrder, { params: { id }, body: { method: 'card' } }, user),
      ),
    ]);
    expect(deleted.status).toBe(200);
    const opened = payments.some(({ status }) => status === 200);
    // A checkout that the provider was creating during the deletion is closed, and no other is created.
    expect([opened ? 1 : 0, 1]).toContain(jobsSince(from, 'orders.close-checkout').length);
    for (const payment of payments) expect([200, 401, 409]).toContain(payment.status);
  }
});
