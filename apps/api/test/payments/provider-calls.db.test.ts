import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePlanChanges } from '../../src/features/billing/index.ts';
import { reconcileUnansweredRefunds } from '../../src/features/payments/index.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { billingCalls } from './billing-calls.ts';
import { deliverAndProcess, makePaidUser, type PaidUser } from './paid-user.ts';
import { subscriptionChanged } from './fake-provider.ts';
import { type ProviderCall, useHangingProvider } from './provider-calls-fixture.ts';

const connections = 2;
let under: ApiUnderTest;
let owner: TestUser;
beforeAll(async () => {
  under = await startApi({}, { connections });
  owner = await makeUser(under);
});
afterAll(() => under.stop());

const { outcomeOf, later, cancel, undo, refund, confirm, draft, shown, history, madeFor } = billingCalls(
  () => under,
);
const { deps, releaseCalls, begun, hang, claims, inTransaction, placeOrder, buy } = useHangingProvider(
  () => under,
);

const signIn = async () => {
  const body = { email: owner.email, password: owner.password };
  return (await under.call(api.logIn, { body }, { deviceId: owner.deviceId })).status;
};

const kinds: readonly {
  readonly what: string;
  readonly call: ProviderCall;
  prepare?(user: PaidUser): Promise<unknown>;
  begin(user: PaidUser, prepared: unknown): Promise<unknown>;
}[] = [
  { what: 'cancelling', call: 'cancelAtPeriodEnd', begin: cancel },
  { what: 'undoing a cancellation', call: 'undoCancellation', prepare: cancel, begin: undo },
  {
    what: 'reckoning a change of plan',
    call: 'previewPrice',
    begin: (user) => outcomeOf(api.draftPlanChange, { body: { planId: '24-months' } }, user),
  },
  {
    what: 'changing the plan',
    call: 'changePrice',
    prepare: async (user) => (await draft(user)).id,
    begin: (user, id) => confirm(user, String(id)),
  },
  { what: 'requesting a refund', call: 'refund', begin: refund },
  {
    what: "support's refund",
    call: 'refund',
    begin: (user) => supportCommands['refund']?.(deps(), [user.orderId]) ?? Promise.reject(new Error()),
  },
  { what: 'an automatic purchase', call: 'charge', prepare: placeOrder, begin: buy },
  { what: 'opening the portal', call: 'portal', begin: (user) => outcomeOf(api.openPortal, {}, user) },
  {
    what: 'fetching an invoice',
    call: 'invoice',
    prepare: async (user) => (await history(user))[0]?.id,
    begin: (user, id) => outcomeOf(api.showInvoice, { params: { id: String(id) } }, user),
  },
];

test.each(kinds)('$what holds no connection while the provider does not respond', async (kind) => {
  const users = await Promise.all(Array.from({ length: connections + 1 }, () => makePaidUser(under)));
  const prepared = await Promise.all(users.map(async (user) => kind.prepare?.(user)));
  const provider = hang(kind.call);
  const calls = users.map((user, index) => begun(kind.begin(user, prepared[index])));
  await provider.called(users.length);
  expect(await inTransaction()).toBe(0);
  expect(await signIn()).toBe(201);
  releaseCalls();
  const outcomes = await Promise.all(calls);
  for (const outcome of outcomes)
    expect([200, 201, 202, 'bought', expect.any(String)]).toContainEqual(outcome);
  expect(outcomes).not.toContain('payment_unavailable');
  expect(await claims()).toBe(0);
});

test('one account has at most two calls in progress, and those of others are not delayed', async () => {
  const [one, other] = [await makePaidUser(under), await makePaidUser(under)];
  const portal = hang('portal');
  const calls = Array.from({ length: 5 }, () => begun(outcomeOf(api.openPortal, {}, one)));
  await portal.called(2);
  calls.push(begun(outcomeOf(api.openPortal, {}, other)));
  await portal.called(3);
  expect(portal.count()).toBe(3);
  releaseCalls();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  expect(portal.count()).toBe(6);
});

test('looking up unknown outcomes holds no connection', async () => {
  const [changing, paying] = [await makePaidUser(under), await makePaidUser(under)];
  const order = await draft(changing);
  under.billing.failNext('payment_unavailable');
  expect(await confirm(changing, order.id)).toBe('payment_unavailable');
  under.billing.failNext('payment_unavailable');
  expect(await refund(paying)).toBe('payment_unavailable');
  under.clock.advance(3 * 60_000);
  const aboutPlans = hang('subscription');
  const plans = begun(reconcilePlanChanges(deps()));
  await aboutPlans.called(1);
  expect(await inTransaction()).toBe(0);
  releaseCalls();
  await plans;
  const aboutRefunds = hang('adjustments');
  const refunds = begun(reconcileUnansweredRefunds(deps()));
  await aboutRefunds.called(1);
  expect(await inTransaction()).toBe(0);
  releaseCalls();
  await refunds;
  expect(await shown(changing)).toMatchObject({ plan_id: '24-months' });
  expect(await shown(paying)).toMatchObject({ refund: { state: 'pending' } });
});

test('serializes all changes of one subscription', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  const provider = hang('cancelAtPeriodEnd');
  const first = begun(cancel(user));
  await provider.called(1);
  const others = [begun(confirm(user, order.id)), begun(refund(user)), begun(undo(user))];
  expect(madeFor(user.subscriptionId)).toEqual([]);
  releaseCalls();
  expect(await first).toBe(200);
  const [changed, refunded, undone] = await Promise.all(others);
  expect([refunded, undone]).toEqual([202, 200]);
  // The plan can be changed only once the cancellation is undone.
  expect(changed === 200 || changed === 'subscription_cancelled').toBe(true);
  expect(madeFor(user.transactionId)).toHaveLength(1);
});

test("support's refund of a plan change waits for a pending provider call about the subscription", async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  expect(await confirm(user, order.id)).toBe(200);
  const provider = hang('cancelAtPeriodEnd');
  const first = begun(cancel(user));
  await provider.called(1);
  const second = begun(supportCommands['refund']?.(deps(), [order.id]) ?? Promise.reject(new Error()));
  expect(await Promise.race([second, sleep(1000, 'waits')])).toBe('waits');
  releaseCalls();
  expect(await first).toBe(200);
  expect(await second).toContain('Requested a refund');
  expect(await claims()).toBe(0);
});

test('processes a notification that arrives during the call, and counts it once', async () => {
  const user = await makePaidUser(under);
  const provider = hang('cancelAtPeriodEnd', 'after');
  const call = begun(cancel(user));
  await provider.called(1);
  const about = { transactionId: user.transactionId, subscriptionId: user.subscriptionId };
  const cancelled = { ...about, status: 'active', at: under.clock.now(), cancelsAt: later(365) } as const;
  await deliverAndProcess(under, subscriptionChanged(cancelled));
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  releaseCalls();
  expect(await call).toBe(200);
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  const emails = under.jobs.emailsTo(user.email).filter(({ heading }) => heading.includes('canceled'));
  expect(emails).toHaveLength(1);
});

test('concurrent refund requests of support and the customer are one refund', async () => {
  const user = await makePaidUser(under);
  const operator = () => supportCommands['refund']?.(deps(), [user.orderId]);
  const outcomes = await Promise.all([operator(), refund(user), operator(), refund(user)]);
  expect([outcomes[1], outcomes[3]]).toEqual([202, 202]);
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});
