import { api } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMonths } from '../../src/features/plans/index.ts';
import { reconcilePlanChanges } from '../../src/features/billing/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { billingCalls } from '../payments/billing-calls.ts';
import { deliverAndProcess, makePaidUser, openOrder, processDeps } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await under.dependencies.db
    .updateTable('plans')
    .set({ paddlePriceId: 'pri_two_years' })
    .where('id', '=', '24-months')
    .execute();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(1000));

const { outcomeOf, later, cancel, confirm, shown, draft, history, madeFor } = billingCalls(() => under);
const dayMs = 24 * 3600 * 1000;
const many = Array.from({ length: 20 }, (_, index) => index);
async function orderState(user: TestUser, id: string) {
  const { json } = await under.call(api.showOrder, { params: { id } }, user);
  return (json as { order: { state: string } }).order.state;
}

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
      { kind: 'free_months', quantity: 2, amount: { amount: 0 } },
    ],
    total: { amount: 5000, currency: 'USD' },
    renewal: { amount: { amount: 8376 } },
  });
  expect(new Set(await Promise.all(many.map(() => confirm(user, order.id))))).toEqual(new Set([200]));
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect(await shown(user)).toMatchObject({ plan_id: '24-months', months: 24, state: 'active' });
  expect(await orderState(user, order.id)).toBe('paid');
  // The free month of the previous plan follows the two years, and the longer plan adds two more.
  const { active_until: until } = (await shown(user)) as { active_until: string };
  const monthsMs = Date.parse(until) - (under.clock.now().getTime() + 2 * 365 * dayMs);
  expect(Math.round(monthsMs / dayMs)).toBeGreaterThanOrEqual(30 + 59);
  expect(Math.round(monthsMs / dayMs)).toBeLessThanOrEqual(31 + 62);
  expect(await shown(user)).toMatchObject({ free_months: 3 });
  expect(await shown(user)).toMatchObject({ next_payment: { at: until } });
  // The provider here counts years of 365 days.
  expect(Math.abs(Date.parse(order.renewal.at) - Date.parse(until))).toBeLessThan(2 * dayMs);
  expect(await history(user)).toMatchObject([
    { item: { kind: 'plan_change', plan_id: '24-months' }, amount: { amount: 5000 }, state: 'paid' },
    { item: { kind: 'subscription', plan_id: '12-months' }, amount: { amount: 5988 } },
  ]);
  expect(await outcomeOf(api.draftPlanChange, { body: { planId: '24-months' } }, user)).toBe(
    'plan_unchanged',
  );
});

test('free days continue after a plan change, and the first payment is for the new plan', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const trial = { ...ids, period: { from: ids.at, until: later(3) }, priceId: 'pri_trial', total: 0 };
  await deliverAndProcess(under, transactionCompleted(trial));
  const order = await draft(user);
  expect(order).toMatchObject({
    lines: [
      { kind: 'plan', quantity: 24, amount: { amount: 8376 } },
      { kind: 'trial', quantity: 3, amount: { amount: -8376 } },
      { kind: 'free_months', quantity: 3, amount: { amount: 0 } },
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
  // The free days are over, so a change drafted during them is invalid.
  const first = { ...ids, transactionId: `txn_first_${orderId}`, at: later(3), priceId: 'pri_two_years' };
  await deliverAndProcess(
    under,
    transactionCompleted({ ...first, period: { from: later(3), until: later(733) }, total: 8376 }),
  );
  expect(await shown(user)).toMatchObject({
    ...{ state: 'active', plan_id: '24-months', free_months: 3 },
    active_until: addMonths(later(733), 3).toISOString(),
  });
  expect(await confirm(user, late.id)).toMatch(/^(plan_unchanged|order_not_payable)$/);
});

test('charges one of two concurrently confirmed upgrades', async () => {
  const user = await makePaidUser(under);
  const orders = [await draft(user), await draft(user)];
  const responses = await Promise.all([...orders, ...orders].map(({ id }) => confirm(user, id)));
  expect(responses).toContain(200);
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect((await history(user)).length).toBe(2);
});

test('a declined upgrade fails and keeps the old plan', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  under.billing.failNext('payment_declined');
  expect(await confirm(user, order.id)).toBe('payment_declined');
  expect([(await shown(user))['plan_id'], await orderState(user, order.id)]).toEqual(['12-months', 'failed']);
  expect(await confirm(user, order.id)).toBe('order_not_payable');
});

test('looks up an upgrade with an unknown outcome, and does not repeat it', async () => {
  const [made, notMade] = [await makePaidUser(under), await makePaidUser(under)];
  const [order, other] = [await draft(made), await draft(notMade)];
  under.billing.failNext('payment_unavailable');
  expect(await confirm(made, order.id)).toBe('payment_unavailable');
  await under.dependencies.db
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

test('refuses a shorter plan, and a change of a cancelled plan', async () => {
  const user = await makePaidUser(under);
  const to = (planId: string) => outcomeOf(api.draftPlanChange, { body: { planId } }, user);
  expect(await to('1-month')).toBe('downgrade_refused');
  expect(await to('99-months')).toBe('product_not_found');
  const order = await draft(user);
  await cancel(user);
  expect(await to('24-months')).toBe('subscription_cancelled');
  expect(await confirm(user, order.id)).toBe('subscription_cancelled');
});
