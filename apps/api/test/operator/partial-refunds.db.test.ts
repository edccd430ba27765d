import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSubscription } from '../../src/features/payments/checkout/stop-charging.ts';
import { adjustmentEvent } from '../../src/features/payments/index.ts';
import { applyProviderEvents } from '../../src/features/payments/paddle/paddle-replies.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { billingCalls } from '../payments/billing-calls.ts';
import { makePaidUser, type PaidUser, processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { shown, history } = billingCalls(() => under);
const deps = () => ({ ...processDeps(under), operator: 'ada' });
const refund = (user: PaidUser, ...words: string[]): Promise<string> =>
  supportCommands['refund']?.(deps(), [user.orderId, ...words]) ?? Promise.reject(new Error('no command'));
const sumOf = async ({ transactionId }: PaidUser): Promise<number> => {
  const made = await under.billing.adjustments(transactionId);
  return made.ok ? made.value.reduce((sum, { totals }) => sum + Number(totals.total), 0) : -1;
};
/** Paddle approves every refund of a payment. */
async function approveAll(user: PaidUser): Promise<void> {
  const made = await under.billing.adjustments(user.transactionId);
  const approved = made.ok ? made.value.map(({ id }) => under.billing.decide(id, 'approved')) : [];
  const events = approved.map(adjustmentEvent);
  await under.dependencies.db
    .transaction()
    .execute((trx) => applyProviderEvents(deps(), trx, user.orderId, events, under.clock.now()));
}

test('refunds a part, keeps the plan, and names the sum in the emails', async () => {
  const user = await makePaidUser(under);
  expect(await refund(user, '--amount', '10.00')).toContain('a refund of 10.00');
  const subjects = () => under.jobs.emailsTo(user.email).map(({ subject }) => subject);
  expect(subjects()).toContain('Refund requested: $10.00');
  await approveAll(user);
  expect(subjects()).toContain('Your $10.00 refund is on its way');
  const effect = under.jobs.emailsTo(user.email).findLast(({ subject }) => subject.includes('on its way'));
  expect(JSON.stringify(effect)).toContain('what you paid for keeps working');
  expect(await shown(user)).toMatchObject({ state: 'active' });
  expect((await history(user))[0]).toMatchObject({ given_back: { amount: 1000 } });
});

test('a partial refund that ends the plan cancels it at Paddle once it is approved, not before', async () => {
  const user = await makePaidUser(under);
  expect(await refund(user, '--amount', '20.00', '--end', 'yes')).toContain('ends when Paddle approves it');
  const canceled = () =>
    under.jobs.recorded.filter(
      ({ name, data }) =>
        name === 'subscription.cancel-renewal' &&
        (data as { providerSubscriptionId: string }).providerSubscriptionId === user.subscriptionId,
    );
  expect(canceled()).toHaveLength(0);
  await approveAll(user);
  expect(canceled().length).toBeGreaterThan(0);
  const email = under.jobs.emailsTo(user.email).findLast(({ subject }) => subject.includes('on its way'));
  expect(JSON.stringify(email)).toContain('The plan it paid for has ended');
  await endSubscription(under.billing as never, user.subscriptionId);
  expect(under.billing.made).toContain(`end ${user.subscriptionId}`);
});

test('concurrent partial refunds never exceed the paid sum', async () => {
  const user = await makePaidUser(under);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => refund(user, '--amount', '17.00')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await sumOf(user)).toBe(5100);
  for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
    expect(String((outcome as PromiseRejectedResult).reason)).toContain(
      'At most 8.88 of the payment of 59.88 can still be refunded',
    );
  // What is left can still be refunded, once.
  expect(await refund(user)).toContain('a refund of 8.88');
  expect(await refund(user)).toContain('Nothing was changed');
  await expect(refund(user, '--amount', '0.01')).rejects.toThrow('All 59.88 of the payment are refunded');
  expect(await sumOf(user)).toBe(5988);
});

test('one form refunds once, also if the response of the first call was lost', async () => {
  const user = await makePaidUser(under);
  const once = ['--amount', '5.00', '--once', randomUUID()];
  under.billing.failNext('payment_unavailable');
  await expect(refund(user, ...once)).rejects.toThrow('payment_unavailable');
  const outcomes = await Promise.all([refund(user, ...once), refund(user, ...once)]);
  for (const outcome of outcomes) expect(outcome).toContain('Nothing was changed');
  expect(await sumOf(user)).toBe(500);
  const lines = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('details')
    .where('action', '=', 'refund')
    .where('userId', '=', user.id)
    .execute();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.details).toMatchObject({ amount: 500, ends: false });
});

test('the customer’s own refund returns what a partial refund left', async () => {
  const user = await makePaidUser(under);
  await refund(user, '--amount', '10.00');
  expect((await under.call(api.requestRefund, {}, user)).status).toBe(202);
  expect(await sumOf(user)).toBe(5988);
});

test('rejects amounts that are none, and options of a partial refund without an amount', async () => {
  const user = await makePaidUser(under);
  for (const amount of ['0.00', '-1.00', '10', 'x'])
    await expect(refund(user, `--amount=${amount}`)).rejects.toThrow(/amount/);
  await expect(refund(user, '--amount', '59.89')).rejects.toThrow('At most 59.88');
  await expect(refund(user, '--end', 'yes')).rejects.toThrow('add --amount');
  expect(await sumOf(user)).toBe(0);
});
