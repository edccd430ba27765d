import { api } from '@comet/contract';
import { emailDay } from '@comet/texts/emails';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { billingCalls } from './billing-calls.ts';
import { deliverAndProcess, makePaidUser, openOrder } from './paid-user.ts';
import { subscriptionChanged, transactionCompleted } from './fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(1000));

const { outcomeOf, later, cancel, undo, refund, shown, history, madeFor, makeStoreUser } = billingCalls(
  () => under,
);
const many = Array.from({ length: 20 }, (_, index) => index);

test('a cancellation is shown at once, keeps access, can be undone, and each change is sent to the provider once', async () => {
  const user = await makePaidUser(under);
  const { active_until: until } = await shown(user);
  expect(await Promise.all(many.map(() => cancel(user)))).toEqual(many.map(() => 200));
  expect(await shown(user)).toMatchObject({ state: 'cancelled', active_until: until, next_payment: null });
  const [email, ...others] = under.jobs
    .emailsTo(user.email)
    .filter(({ subject }) => subject === 'Your Comet plan is canceled');
  const day = emailDay(new Date(String(until)));
  expect(others).toEqual([]);
  expect(email?.paragraphs[0]).toBe(
    `Comet works on all your devices until ${day}. The $59.88 due on ${day} won’t be charged.`,
  );
  expect(await Promise.all(many.map(() => undo(user)))).toEqual(many.map(() => 200));
  expect(await shown(user)).toMatchObject({ state: 'active', active_until: until });
  expect(madeFor(user.subscriptionId)).toEqual([
    `cancel ${user.subscriptionId}`,
    `undo ${user.subscriptionId}`,
  ]);
});

test('concurrent cancellations and undos end in the same state here and at the provider', async () => {
  const user = await makePaidUser(under);
  await Promise.all(many.map((index) => (index % 2 === 0 ? cancel(user) : undo(user))));
  const { state } = await shown(user);
  const there = await under.billing.subscription(user.subscriptionId);
  expect(state).toBe(there.ok && there.value.scheduledChange !== null ? 'cancelled' : 'active');
});

test('changes nothing near a renewal, or without a response of the provider', async () => {
  const user = await makePaidUser(under);
  under.billing.failNext('subscription_locked');
  expect(await cancel(user)).toBe('subscription_locked');
  expect((await shown(user))['state']).toBe('active');
});

test('a cancellation during a due payment keeps the week, ends charges, and allows another plan', async () => {
  const user = await makeUser(under);
  const old = await openOrder(under, user);
  const subscriptionId = `sub_${old.orderId}`;
  const about = { transactionId: old.transactionId, subscriptionId };
  // The paid time, with its free month, ended yesterday.
  const end = later(-1);
  const period = { from: later(-400), until: new Date(new Date(end).setUTCMonth(end.getUTCMonth() - 1)) };
  await deliverAndProcess(under, transactionCompleted({ ...about, at: later(-400), period }));
  await deliverAndProcess(
    under,
    subscriptionChanged({ ...about, at: end, status: 'past_due', nextPaymentAt: later(30) }),
  );
  const until = later(6).toISOString();
  expect(await shown(user)).toMatchObject({ state: 'past_due', active_until: until });
  expect(await cancel(user)).toBe(200);
  expect(madeFor(subscriptionId)).toEqual([`end ${subscriptionId}`]);
  const cancelled = { state: 'cancelled', active_until: until, next_payment: null, can_be_undone: false };
  expect(await shown(user)).toMatchObject(cancelled);
  await deliverAndProcess(
    under,
    subscriptionChanged({ ...about, at: later(0), status: 'canceled', canceledAt: later(0) }),
  );
  expect(await shown(user)).toMatchObject(cancelled);
  expect(await undo(user)).toBe('undo_too_late');
  const emails = under.jobs.emailsTo(user.email).filter(({ heading }) => heading.includes('canceled'));
  expect(emails.map(({ paragraphs }) => paragraphs[1])).toEqual([
    'Changed your mind? Choose a plan again any time. We’ve kept your account and devices.',
  ]);
  expect(await refund(user)).toBe('refund_window_over');
  const { orderId, transactionId } = await openOrder(under, user);
  const bought = { transactionId, subscriptionId: `sub_${orderId}`, at: later(0) };
  await deliverAndProcess(
    under,
    transactionCompleted({ ...bought, period: { from: later(0), until: later(365) } }),
  );
  expect(await shown(user)).toMatchObject({ state: 'active' });
  expect(under.jobs.recorded.filter(({ data }) => JSON.stringify(data).includes(transactionId))).toEqual([]);
});

test('shows an app store subscription, and refuses every change of it with the name of the store', async () => {
  for (const source of ['app_store', 'play_store'] as const) {
    const user = await makeStoreUser(source);
    expect(await shown(user)).toMatchObject({ source, state: 'active', money_back_until: null });
    const planChange = () => outcomeOf(api.draftPlanChange, { body: { planId: '24-months' } }, user);
    const refused = await Promise.all([cancel(user), undo(user), refund(user), planChange()]);
    expect(new Set(refused)).toEqual(new Set([`subscription_in_${source}`]));
  }
});

test('a plan prepaid in crypto does not renew, and only support can refund it', async () => {
  const user = await makePaidUser(under);
  await under.dependencies.db
    .updateTable('orders')
    .set({ provider: 'coingate' })
    .where('id', '=', user.orderId)
    .execute();
  expect([await cancel(user), await refund(user)]).toEqual(['subscription_prepaid', 'refund_by_support']);
});

test('a receipt names the order, promises the refund until the same day as the account, and leads to its invoice', async () => {
  const user = await makePaidUser(under);
  const receipt = under.jobs.emailsTo(user.email).find(({ subject }) => subject.startsWith('Receipt'));
  const [payment] = await history(user);
  const { money_back_until: until } = await shown(user);
  expect(receipt?.facts).toContainEqual({ term: 'Order', value: payment?.order_number });
  expect(receipt?.facts).toContainEqual({
    term: 'Refund',
    value: `Full refund until ${emailDay(new Date(String(until)))}`,
  });
  const { dashboardUrl } = under.dependencies.settings;
  expect(receipt?.action).toEqual({ label: 'Connect a device', url: `${dashboardUrl}/dash/devices` });
  expect(receipt?.secondAction?.url).toBe(`${dashboardUrl}/dash/billing/invoice/${payment?.id}`);
});

test('only the owner can open invoices and the portal', async () => {
  const [user, stranger, nobody] = [
    await makePaidUser(under),
    await makePaidUser(under),
    await makeUser(under),
  ];
  const [payment] = await history(user);
  const id = payment?.id ?? '';
  const { json } = await under.call(api.showInvoice, { params: { id } }, user);
  expect(json).toEqual({ url: `https://invoices.example/${user.transactionId}.pdf` });
  expect(await outcomeOf(api.showInvoice, { params: { id } }, stranger)).toBe('not_found');
  expect((await under.call(api.openPortal, {}, user)).json).toEqual({
    overview_url: `https://portal.example/ctm_${user.email}`,
    payment_method_url: `https://portal.example/${user.subscriptionId}/card`,
  });
  expect(await outcomeOf(api.openPortal, {}, nobody)).toBe('nothing_paid_yet');
  expect(await cancel(nobody)).toBe('subscription_required');
});
