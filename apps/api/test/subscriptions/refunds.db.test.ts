import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjustmentEvent } from '../../src/features/payments/index.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { billingCalls } from '../payments/billing-calls.ts';
import { deliverAndProcess, makePaidUser, openOrder } from '../payments/paid-user.ts';
import { adjusted, transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(1000));

const { later, refund, shown, history, madeFor } = billingCalls(() => under);
const many = Array.from({ length: 20 }, (_, index) => index);

test('a refund is requested once, is pending, and ends the plan when it is approved', async () => {
  const user = await makePaidUser(under);
  expect(await shown(user)).toMatchObject({
    refund: null,
    money_back_until: later(30).toISOString(),
  });
  expect(new Set(await Promise.all(many.map(() => refund(user))))).toEqual(new Set([202]));
  expect(madeFor(user.transactionId)).toHaveLength(1);
  const requested = () =>
    under.jobs.emailsTo(user.email).filter(({ subject }) => subject === 'Refund requested: $59.88');
  expect(requested()).toHaveLength(1);
  expect(await shown(user)).toMatchObject({
    state: 'active',
    refund: { state: 'pending', amount: { amount: 5988 }, ends_plan: true },
    money_back_until: null,
  });
  expect((await history(user))[0]?.state).toBe('refund_pending');
  const approved = under.billing.decide(await adjustmentOf(user.transactionId), 'approved');
  expect(adjustmentEvent(approved).event).toMatchObject({ status: 'approved' });
  await deliverAndProcess(under, adjusted({ ...user, id: approved.id, at: later(1) }));
  expect((await shown(user))['state']).toBe('refunded');
  expect(requested()).toHaveLength(1);
  expect((await history(user))[0]).toMatchObject({ state: 'refunded', given_back: { amount: 5988 } });
  expect(await refund(user)).toBe('subscription_required');
});

async function adjustmentOf(transactionId: string): Promise<string> {
  const { adjustmentId } = await under.dependencies.db
    .selectFrom('refunds')
    .select('adjustmentId')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow();
  return adjustmentId;
}

test('a rejected refund is shown, and cannot be requested again', async () => {
  const user = await makePaidUser(under);
  await refund(user);
  const id = await adjustmentOf(user.transactionId);
  await deliverAndProcess(under, adjusted({ ...user, id, at: later(1), status: 'rejected' }));
  expect(await shown(user)).toMatchObject({
    state: 'active',
    refund: { state: 'rejected', ends_plan: false },
  });
  expect(await refund(user)).toBe('refund_rejected');
  expect((await history(user))[0]?.state).toBe('refund_rejected');
  const { db } = under.dependencies;
  await db
    .updateTable('subscriptionGrants')
    .set({ startsAt: later(-31) })
    .execute();
  expect((await shown(user)).refund).toBeNull();
  expect((await history(user))[0]?.state).toBe('refund_rejected');
});

test('looks up a refund whose response was lost at the provider, and does not repeat it', async () => {
  const user = await makePaidUser(under);
  under.billing.failNext('payment_unavailable');
  expect(await refund(user)).toBe('payment_unavailable');
  expect([await refund(user), await refund(user)]).toEqual([202, 202]);
  expect(madeFor(user.transactionId)).toHaveLength(1);
});

test('refuses a refund during free days, and thirty days after the payment', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const trial = { ...ids, period: { from: ids.at, until: later(3) }, priceId: 'pri_trial', total: 0 };
  await deliverAndProcess(under, transactionCompleted(trial));
  await deliverAndProcess(under, transactionCompleted(trial));
  const started = under.jobs
    .emailsTo(user.email)
    .filter(({ subject }) => subject === 'Your free days have started');
  expect(started.map(({ preview }) => preview)).toEqual([
    expect.stringMatching(/^You’ll be charged \$11\.99 on .+ unless you cancel\.$/),
  ]);
  expect(await refund(user)).toBe('nothing_to_refund');
  const old = { ...ids, transactionId: `txn_paid_${orderId}`, at: later(-31) };
  await deliverAndProcess(
    under,
    transactionCompleted({ ...old, period: { from: later(-31), until: later(5) }, total: 1199 }),
  );
  expect(await refund(user)).toBe('refund_window_over');
});
