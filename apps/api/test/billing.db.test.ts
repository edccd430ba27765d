import { randomUUID } from 'node:crypto';
import { api, type Endpoint, type RequestOf } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcilePlanChanges } from '../src/features/billing/index.ts';
import { adjustmentAnswer } from '../src/features/payments/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { deliverAndWorkOff, makePaidUser, openOrder, processDeps } from './paid-user.ts';
import { adjusted, subscriptionChanged, transactionCompleted } from './played-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await under.world.db
    .updateTable('plans')
    .set({ paddlePriceId: 'pri_two_years' })
    .where('id', '=', '24-months')
    .execute();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(1000));

const dayMs = 24 * 3600 * 1000;
const later = (days: number) => new Date(under.clock.now().getTime() + days * dayMs);
const many = Array.from({ length: 20 }, (_, index) => index);

/** The code of a refusal, or the status of a success. */
async function ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>, user: TestUser) {
  const { status, json } = await under.call(endpoint, request, user);
  return status < 300 ? status : (json as { error: { code: string } }).error.code;
}
const cancel = (user: TestUser) => ask(api.cancelSubscription, { body: { reason: 'price' } }, user);
const undo = (user: TestUser) => ask(api.undoCancellation, {}, user);
const refund = (user: TestUser) => ask(api.requestRefund, {}, user);
const confirm = (user: TestUser, id: string) => ask(api.confirmPlanChange, { params: { id } }, user);
async function shown(user: TestUser) {
  const { json } = await under.call(api.showSubscription, {}, user);
  return (json as { subscription: Record<string, unknown> }).subscription;
}
async function draft(user: TestUser, planId = '24-months') {
  const { json } = await under.call(api.draftPlanChange, { body: { planId } }, user);
  return (json as { order: { id: string; renewal: { at: string } } }).order;
}
async function orderState(user: TestUser, id: string) {
  const { json } = await under.call(api.showOrder, { params: { id } }, user);
  return (json as { order: { state: string } }).order.state;
}
const madeFor = (id: string) => under.billing.made.filter((call) => call.endsWith(` ${id}`));
const history = async (user: TestUser) =>
  ((await under.call(api.listPayments, {}, user)).json as { payments: { id: string; state: string }[] })
    .payments;

/** Somebody with what an app store sold. */
async function makeStoreUser(source: 'app_store' | 'play_store') {
  const user = await makeUser(under);
  const now = under.clock.now();
  await under.world.db
    .insertInto('subscriptions')
    .values({
      ...{
        userId: user.id,
        orderId: null,
        source,
        storeReference: randomUUID(),
        planId: '12-months',
        months: 12,
      },
      ...{ state: 'active', paddleSubscriptionId: null, startedAt: now, createdAt: now, currency: 'USD' },
      ...{ paidUntil: later(365), activeUntil: later(365), accessUntil: later(366), endedAt: null },
      ...{ nextPaymentAmount: null, nextPaymentAt: null, paymentKind: null, paymentLastDigits: null },
      nextPaymentRequestedAt: null,
    })
    .execute();
  return user;
}

test('a cancellation shows at once, works until the end, is undone, and each is asked of the provider once', async () => {
  const user = await makePaidUser(under);
  const { active_until: until } = await shown(user);
  expect(await Promise.all(many.map(() => cancel(user)))).toEqual(many.map(() => 200));
  expect(await shown(user)).toMatchObject({ state: 'cancelled', active_until: until, next_payment: null });
  expect(await Promise.all(many.map(() => undo(user)))).toEqual(many.map(() => 200));
  expect(await shown(user)).toMatchObject({ state: 'active', active_until: until });
  expect(madeFor(user.subscriptionId)).toEqual([
    `cancel ${user.subscriptionId}`,
    `undo ${user.subscriptionId}`,
  ]);
});

test('cancellations and undoings at once end in one state, here as at the provider', async () => {
  const user = await makePaidUser(under);
  await Promise.all(many.map((index) => (index % 2 === 0 ? cancel(user) : undo(user))));
  const { state } = await shown(user);
  const there = await under.billing.subscription(user.subscriptionId);
  expect(state).toBe(there.ok && there.value.scheduledChange !== null ? 'cancelled' : 'active');
});

test('near a renewal, and when nobody answers, nothing changes', async () => {
  const user = await makePaidUser(under);
  under.billing.failNext('subscription_locked');
  expect(await cancel(user)).toBe('subscription_locked');
  expect((await shown(user))['state']).toBe('active');
});

test('who cancels while a payment is due keeps the week, is charged no more, and may choose a plan anew', async () => {
  const user = await makeUser(under);
  const old = await openOrder(under, user);
  const subscriptionId = `sub_${old.orderId}`;
  const about = { transactionId: old.transactionId, subscriptionId };
  // What was paid for, with its free month, ended yesterday.
  const end = later(-1);
  const period = { from: later(-400), until: new Date(new Date(end).setUTCMonth(end.getUTCMonth() - 1)) };
  await deliverAndWorkOff(under, transactionCompleted({ ...about, at: later(-400), period }));
  await deliverAndWorkOff(
    under,
    subscriptionChanged({ ...about, at: end, status: 'past_due', nextPaymentAt: later(30) }),
  );
  const until = later(6).toISOString();
  expect(await shown(user)).toMatchObject({ state: 'past_due', active_until: until });
  expect(await cancel(user)).toBe(200);
  expect(madeFor(subscriptionId)).toEqual([`end ${subscriptionId}`]);
  const cancelled = { state: 'cancelled', active_until: until, next_payment: null, can_be_undone: false };
  expect(await shown(user)).toMatchObject(cancelled);
  await deliverAndWorkOff(
    under,
    subscriptionChanged({ ...about, at: later(0), status: 'canceled', canceledAt: later(0) }),
  );
  expect(await shown(user)).toMatchObject(cancelled);
  expect(await undo(user)).toBe('undo_too_late');
  const letters = under.jobs.lettersTo(user.email).filter(({ heading }) => heading.includes('cancelled'));
  expect(letters.map(({ paragraphs }) => paragraphs[1])).toEqual([
    'If you change your mind, choose a plan again; your account and your devices stay.',
  ]);
  expect(await refund(user)).toBe('refund_window_over');
  const { orderId, transactionId } = await openOrder(under, user);
  const bought = { transactionId, subscriptionId: `sub_${orderId}`, at: later(0) };
  await deliverAndWorkOff(
    under,
    transactionCompleted({ ...bought, period: { from: later(0), until: later(365) } }),
  );
  expect(await shown(user)).toMatchObject({ state: 'active' });
  expect(under.jobs.recorded.filter(({ data }) => JSON.stringify(data).includes(transactionId))).toEqual([]);
});

test('an upgrade is previewed, charged once, and lasts from now on', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  expect(order).toMatchObject({
    state: 'draft',
    item: { kind: 'plan_change', plan_id: '24-months', months: 24 },
    lines: [
      { kind: 'plan', quantity: 24, amount: { amount: 8376 } },
      { kind: 'unused_time', amount: { amount: -3376 } },
      { kind: 'carried_days', amount: { amount: 0 } },
    ],
    total: { amount: 5000, currency: 'USD' },
    renewal: { amount: { amount: 8376 } },
  });
  expect(new Set(await Promise.all(many.map(() => confirm(user, order.id))))).toEqual(new Set([200]));
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect(await shown(user)).toMatchObject({ plan_id: '24-months', months: 24, state: 'active' });
  expect(await orderState(user, order.id)).toBe('paid');
  // The free month of the plan that was changed goes on behind the two years.
  const { active_until: until } = (await shown(user)) as { active_until: string };
  const monthMs = Date.parse(until) - (under.clock.now().getTime() + 2 * 365 * dayMs);
  expect(Math.round(monthMs / dayMs)).toBeGreaterThanOrEqual(30);
  expect(await shown(user)).toMatchObject({ next_payment: { at: until } });
  // The provider here counts years of 365 days.
  expect(Math.abs(Date.parse(order.renewal.at) - Date.parse(until))).toBeLessThan(2 * dayMs);
  expect(await history(user)).toMatchObject([
    { item: { kind: 'plan_change', plan_id: '24-months' }, amount: { amount: 5000 }, state: 'paid' },
    { item: { kind: 'subscription', plan_id: '12-months' }, amount: { amount: 5988 } },
  ]);
  expect(await ask(api.draftPlanChange, { body: { planId: '24-months' } }, user)).toBe('plan_unchanged');
});

test('free days go on when the plan is changed in them, and the first payment is for the new plan', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const trial = { ...ids, period: { from: ids.at, until: later(3) }, priceId: 'pri_trial', total: 0 };
  await deliverAndWorkOff(under, transactionCompleted(trial));
  const order = await draft(user);
  expect(order).toMatchObject({
    lines: [
      { kind: 'plan', quantity: 24, amount: { amount: 8376 } },
      { kind: 'trial', quantity: 3, amount: { amount: -8376 } },
    ],
    total: { amount: 0 },
    renewal: { amount: { amount: 8376 }, at: later(3).toISOString() },
  });
  const late = await draft(user);
  expect(new Set(await Promise.all(many.map(() => confirm(user, order.id))))).toEqual(new Set([200]));
  expect(madeFor(ids.subscriptionId)).toEqual([`change ${ids.subscriptionId}`]);
  const until = later(3).toISOString();
  expect(await shown(user)).toMatchObject({
    ...{ state: 'trialing', plan_id: '24-months', active_until: until },
    next_payment: { amount: { amount: 8376 } },
  });
  expect([await orderState(user, order.id), await history(user)]).toEqual(['paid', []]);
  // Free days are over, so what was drafted in them is no offer any more.
  const first = { ...ids, transactionId: `txn_first_${orderId}`, at: later(3), priceId: 'pri_two_years' };
  await deliverAndWorkOff(
    under,
    transactionCompleted({ ...first, period: { from: later(3), until: later(733) }, total: 8376 }),
  );
  expect(await shown(user)).toMatchObject({ state: 'active', plan_id: '24-months' });
  expect(await confirm(user, late.id)).toMatch(/^(plan_unchanged|order_not_payable)$/);
});

test('of two upgrades that are confirmed at once one is charged', async () => {
  const user = await makePaidUser(under);
  const orders = [await draft(user), await draft(user)];
  const answers = await Promise.all([...orders, ...orders].map(({ id }) => confirm(user, id)));
  expect(answers).toContain(200);
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect((await history(user)).length).toBe(2);
});

test('a declined upgrade leaves the old plan, and is over', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  under.billing.failNext('payment_declined');
  expect(await confirm(user, order.id)).toBe('payment_declined');
  expect([(await shown(user))['plan_id'], await orderState(user, order.id)]).toEqual(['12-months', 'failed']);
  expect(await confirm(user, order.id)).toBe('order_not_payable');
});

test('an upgrade of which nobody knew whether it was made is found by asking, and not made twice', async () => {
  const [made, notMade] = [await makePaidUser(under), await makePaidUser(under)];
  const [order, other] = [await draft(made), await draft(notMade)];
  under.billing.failNext('payment_unavailable');
  expect(await confirm(made, order.id)).toBe('payment_unavailable');
  await under.world.db
    .updateTable('orders')
    .set({ state: 'processing', provider: 'paddle', processingAt: under.clock.now() })
    .where('id', '=', other.id)
    .execute();
  under.clock.advance(3 * 60 * 1000);
  const deps = { ...processDeps(under), billing: under.billing };
  await reconcilePlanChanges(deps);
  expect(await orderState(made, order.id)).toBe('paid');
  expect((await shown(made))['plan_id']).toBe('24-months');
  expect(await orderState(notMade, other.id)).toBe('processing');
  under.clock.advance(30 * 60 * 1000);
  await reconcilePlanChanges(deps);
  expect(await orderState(notMade, other.id)).toBe('failed');
  expect(madeFor(made.subscriptionId)).toEqual([`change ${made.subscriptionId}`]);
});

test('a shorter plan needs support, and what is cancelled is to be undone first', async () => {
  const user = await makePaidUser(under);
  const to = (planId: string) => ask(api.draftPlanChange, { body: { planId } }, user);
  expect(await to('1-month')).toBe('downgrade_refused');
  expect(await to('99-months')).toBe('product_not_found');
  const order = await draft(user);
  await cancel(user);
  expect(await to('24-months')).toBe('subscription_cancelled');
  expect(await confirm(user, order.id)).toBe('subscription_cancelled');
});

test('a refund is asked for once, waits, and ends the plan when it is approved', async () => {
  const user = await makePaidUser(under);
  expect(await shown(user)).toMatchObject({
    refund: null,
    money_back_until: later(30).toISOString(),
  });
  expect(new Set(await Promise.all(many.map(() => refund(user))))).toEqual(new Set([202]));
  expect(madeFor(user.transactionId)).toHaveLength(1);
  expect(await shown(user)).toMatchObject({
    state: 'active',
    refund: { state: 'pending', amount: { amount: 5988 } },
    money_back_until: null,
  });
  expect((await history(user))[0]?.state).toBe('refund_pending');
  const approved = under.billing.decide(await adjustmentOf(user.transactionId), 'approved');
  expect(adjustmentAnswer(approved).event).toMatchObject({ status: 'approved' });
  await deliverAndWorkOff(under, adjusted({ ...user, id: approved.id, at: later(1) }));
  expect((await shown(user))['state']).toBe('refunded');
  expect((await history(user))[0]).toMatchObject({ state: 'refunded', given_back: { amount: 5988 } });
  expect(await refund(user)).toBe('subscription_required');
});

async function adjustmentOf(transactionId: string): Promise<string> {
  const { adjustmentId } = await under.world.db
    .selectFrom('refunds')
    .select('adjustmentId')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow();
  return adjustmentId;
}

test('a refund that was rejected is shown, and not asked for again', async () => {
  const user = await makePaidUser(under);
  await refund(user);
  const id = await adjustmentOf(user.transactionId);
  await deliverAndWorkOff(under, adjusted({ ...user, id, at: later(1), status: 'rejected' }));
  expect(await shown(user)).toMatchObject({ state: 'active', refund: { state: 'rejected' } });
  expect(await refund(user)).toBe('refund_rejected');
  expect((await history(user))[0]?.state).toBe('refund_rejected');
  const { db } = under.world;
  await db
    .updateTable('subscriptionGrants')
    .set({ startsAt: later(-31) })
    .execute();
  expect((await shown(user)).refund).toBeNull();
  expect((await history(user))[0]?.state).toBe('refund_rejected');
});

test('a refund whose answer was lost is found at the provider and not asked for twice', async () => {
  const user = await makePaidUser(under);
  under.billing.failNext('payment_unavailable');
  expect(await refund(user)).toBe('payment_unavailable');
  expect([await refund(user), await refund(user)]).toEqual([202, 202]);
  expect(madeFor(user.transactionId)).toHaveLength(1);
});

test('free days are nothing to give back, and thirty days after the payment it is too late', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const trial = { ...ids, period: { from: ids.at, until: later(3) }, priceId: 'pri_trial', total: 0 };
  await deliverAndWorkOff(under, transactionCompleted(trial));
  expect(await refund(user)).toBe('nothing_to_refund');
  const old = { ...ids, transactionId: `txn_paid_${orderId}`, at: later(-31) };
  await deliverAndWorkOff(
    under,
    transactionCompleted({ ...old, period: { from: later(-31), until: later(5) }, total: 1199 }),
  );
  expect(await refund(user)).toBe('refund_window_over');
});

test('what an app store sold is shown, and every change of it refused with the name of the store', async () => {
  for (const source of ['app_store', 'play_store'] as const) {
    const user = await makeStoreUser(source);
    expect(await shown(user)).toMatchObject({ source, state: 'active', money_back_until: null });
    const planChange = () => ask(api.draftPlanChange, { body: { planId: '24-months' } }, user);
    const refused = await Promise.all([cancel(user), undo(user), refund(user), planChange()]);
    expect(new Set(refused)).toEqual(new Set([`subscription_in_${source}`]));
  }
});

test('what is paid in advance by crypto does not renew, and is given back by support', async () => {
  const user = await makePaidUser(under);
  await under.world.db
    .updateTable('orders')
    .set({ provider: 'coingate' })
    .where('id', '=', user.orderId)
    .execute();
  expect([await cancel(user), await refund(user)]).toEqual(['subscription_prepaid', 'refund_by_support']);
});

test('invoices and the portal are for their owner', async () => {
  const [user, stranger, nobody] = [
    await makePaidUser(under),
    await makePaidUser(under),
    await makeUser(under),
  ];
  const [payment] = await history(user);
  const id = payment?.id ?? '';
  const { json } = await under.call(api.showInvoice, { params: { id } }, user);
  expect(json).toEqual({ url: `https://invoices.example/${user.transactionId}.pdf` });
  expect(await ask(api.showInvoice, { params: { id } }, stranger)).toBe('not_found');
  expect((await under.call(api.openPortal, {}, user)).json).toEqual({
    overview_url: `https://portal.example/ctm_${user.email}`,
    payment_method_url: `https://portal.example/${user.subscriptionId}/card`,
  });
  expect(await ask(api.openPortal, {}, nobody)).toBe('nothing_paid_yet');
  expect(await cancel(nobody)).toBe('subscription_required');
});
