import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { returnPayment } from '../../src/features/payments/refunds/return-duplicate.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import type { PaddlePayments } from '../../src/platform/paddle/payments.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { adjusted, transactionCompleted } from '../payments/fake-provider.ts';
import { deliverAndProcess, openOrder, processDeps } from '../payments/paid-user.ts';
import { orderOf } from './crypto-calls.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const yearMs = 365 * 24 * 3600 * 1000;

/** Two plans paid by card in two tabs, and what follows for the second payment. */
async function secondCardPlan() {
  const user = await makeUser(under);
  const at = under.clock.now();
  const [kept, second] = [await openOrder(under, user), await openOrder(under, user)];
  const period = { from: at, until: new Date(at.getTime() + yearMs) };
  const idsOf = ({ orderId, transactionId }: typeof second) => ({
    ...{ transactionId, at },
    subscriptionId: `sub_${orderId}`,
  });
  for (const order of [kept, second])
    await deliverAndProcess(under, transactionCompleted({ ...idsOf(order), period }));
  /** Paddle's notification about the refund. */
  const notify = (status: 'pending_approval' | 'approved' | 'rejected', id = `adj_${second.orderId}`) =>
    deliverAndProcess(under, adjusted({ ...idsOf(second), status, id }));
  const shown = async () => {
    const { state, returned } = orderOf(
      await under.call(api.showOrder, { params: { id: second.orderId } }, user),
    );
    return { state, refund: (returned as { refund: string } | null)?.refund };
  };
  const tickets = () =>
    under.dependencies.db
      .selectFrom('supportTickets')
      .select(['subject', 'body'])
      .where('userId', '=', user.id)
      .execute();
  return { user, kept, second, notify, shown, tickets };
}

test('a declined refund of a second card plan is one ticket, and the emails do not promise a plan', async () => {
  const { user, kept, notify, tickets } = await secondCardPlan();
  for (const status of ['pending_approval', 'rejected', 'rejected'] as const) await notify(status);
  expect(await tickets()).toEqual([
    {
      subject: 'Paddle declined the refund of a payment without a plan',
      body: expect.stringContaining('comet-ops refund'),
    },
  ]);
  const emails = under.jobs.emailsTo(user.email).filter(({ subject }) => /refund/i.test(subject));
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Refund requested: $59.88',
    'Your $59.88 refund is delayed',
  ]);
  for (const email of emails) {
    expect(JSON.stringify(email)).toContain('You already have an active plan');
    expect(JSON.stringify(email)).not.toContain('keeps working');
  }
  const { payments } = (await under.call(api.listPayments, {}, user)).json as {
    payments: { state: string }[];
  };
  expect(payments.map(({ state }) => state).toSorted()).toEqual(['paid', 'refund_rejected']);
  const running = await under.dependencies.db
    .selectFrom('subscriptions')
    .select('orderId')
    .where('userId', '=', user.id)
    .where('endedAt', 'is', null)
    .execute();
  expect(running).toEqual([{ orderId: kept.orderId }]);
});

test('the order of a second plan shows each state of its refund, until an operator has returned the money', async () => {
  const { second, notify, shown } = await secondCardPlan();
  const { orderId, transactionId } = second;
  expect(await shown()).toEqual({ state: 'paid', refund: 'requested' });
  const unavailable = {
    transaction: () => Promise.resolve(err('payment_unavailable')),
  } as unknown as PaddlePayments;
  await expect(returnPayment(unavailable, { transactionId, reason: 'second_plan' })).rejects.toThrow(
    'payment_unavailable',
  );
  expect(await shown()).toEqual({ state: 'paid', refund: 'requested' });
  await notify('pending_approval');
  expect(await shown()).toEqual({ state: 'paid', refund: 'pending' });
  await notify('rejected');
  expect(await shown()).toEqual({ state: 'paid', refund: 'declined' });
  const deps = { ...processDeps(under), billing: under.billing, operator: 'grace' };
  const result = await supportCommands['refund']?.(deps, [orderId]);
  expect(result).toContain('pending_approval');
  expect(await shown()).toEqual({ state: 'paid', refund: 'pending' });
  await notify('approved', /\((adj_\w+)\)/.exec(String(result))?.[1]);
  expect(await shown()).toEqual({ state: 'refunded', refund: 'done' });
});
