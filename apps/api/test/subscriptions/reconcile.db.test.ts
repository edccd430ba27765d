import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Subscription, Transaction } from '@paddle/paddle-node-sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileOrders, reconcileRenewals } from '../../src/features/payments/index.ts';
import type { PaddlePayments } from '../../src/platform/paddle/payments.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { deliverAndProcess, openOrder, processEvent } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const minuteMs = 60 * 1000;
const yearMs = 365 * 24 * 60 * minuteMs;

/** A transaction in the SDK's format, with only the fields that are read. */
function transactionOf(id: string, status: 'completed' | 'canceled' | 'ready', at: Date): Transaction {
  return {
    id,
    status,
    subscriptionId: status === 'completed' ? 'sub_asked' : null,
    currencyCode: 'USD',
    billingPeriod: { startsAt: at.toISOString(), endsAt: new Date(at.getTime() + yearMs).toISOString() },
    items: [{ price: { id: 'pri_plain' } }],
    details: { totals: { grandTotal: '5988', tax: '0' } },
    payments: [{ status: 'captured', methodDetails: { type: 'paypal', card: null } }],
    createdAt: at.toISOString(),
    billedAt: at.toISOString(),
  } as unknown as Transaction;
}

function subscriptionOf(at: Date): Subscription {
  return {
    id: 'sub_asked',
    status: 'active',
    items: [{ price: { id: 'pri_plain' } }],
    nextBilledAt: new Date(at.getTime() + yearMs).toISOString(),
    currentBillingPeriod: null,
    scheduledChange: null,
    canceledAt: null,
    updatedAt: at.toISOString(),
  } as unknown as Subscription;
}

function inquiry(status: 'completed' | 'canceled' | 'ready', at: Date): PaddlePayments {
  return {
    transaction: (id) => Promise.resolve(ok(transactionOf(id, status, at))),
    subscription: () => Promise.resolve(ok(subscriptionOf(at))),
    completedTransactions: () => Promise.resolve(ok([])),
    moveNextPayment: () => Promise.resolve(err('payment_unavailable')),
    cancelNow: () => Promise.resolve(err('payment_unavailable')),
    cancelAtPeriodEnd: () => Promise.resolve(err('payment_unavailable')),
    cancelTransaction: () => Promise.resolve(err('payment_unavailable')),
    isRefunded: () => Promise.resolve(ok(false)),
    adjustments: () => Promise.resolve(ok([])),
    refund: () => Promise.resolve(err('payment_unavailable')),
    refundPart: () => Promise.resolve(err('payment_unavailable')),
  };
}

const shown = async (user: TestUser, orderId: string) => {
  const order = await under.call(api.showOrder, { params: { id: orderId } }, user);
  return (order.json as { order: { state: string } }).order.state;
};

async function reconcile(paddle: PaddlePayments): Promise<void> {
  await reconcileOrders({ ...under.dependencies, inquiry: paddle });
  const kept = await under.dependencies.db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('processedAt', 'is', null)
    .execute();
  for (const { eventId } of kept) await processEvent(under, eventId);
}

test('finds a payment whose notification was lost, and counts it once if the notification arrives later', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const at = under.clock.now();
  await reconcile(inquiry('completed', at));
  expect(await shown(user, orderId)).toBe('processing');
  under.clock.advance(2 * minuteMs + 1);
  await reconcile(inquiry('completed', at));
  await reconcile(inquiry('completed', at));
  expect(await shown(user, orderId)).toBe('paid');
  const period = { from: at, until: new Date(at.getTime() + yearMs) };
  await deliverAndProcess(
    under,
    transactionCompleted({ transactionId, subscriptionId: 'sub_asked', at, period }),
  );
  const grants = await under.dependencies.db.selectFrom('subscriptionGrants').selectAll().execute();
  expect(grants).toHaveLength(1);
});

test('an abandoned checkout expires, and is honoured if it is paid later', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  under.clock.advance(3 * minuteMs);
  await reconcile(inquiry('ready', under.clock.now()));
  expect(await shown(user, orderId)).toBe('processing');
  await reconcile(inquiry('canceled', under.clock.now()));
  expect(await shown(user, orderId)).toBe('expired');
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + yearMs) };
  await deliverAndProcess(
    under,
    transactionCompleted({ transactionId, subscriptionId: 'sub_late', at, period }),
  );
  expect(await shown(user, orderId)).toBe('paid');
});

test('queries overdue renewals in turns: first those that were never queried, then the longest ago', async () => {
  const user = await makeUser(under);
  const { db, clock } = under.dependencies;
  const now = clock.now();
  await sql`
    insert into subscriptions (user_id, plan_id, months, state, source, store_reference, paddle_subscription_id,
      started_at, active_until, access_until, paid_until, currency, created_at)
    select ${user.id}, '12-months', 12, 'past_due', 'app_store', n::text, 'sub_overdue_' || n,
      ${now}, ${now}::timestamptz - n * interval '1 hour', ${now}::timestamptz + interval '7 days', ${now}, 'USD', ${now}
    from generate_series(1, 130) n`.execute(db);
  const queried: string[] = [];
  const paddle = {
    ...inquiry('completed', now),
    subscription(id: string) {
      queried.push(id);
      return Promise.resolve(err('payment_unavailable' as const));
    },
  };
  const run = async () => {
    under.clock.advance(minuteMs);
    queried.length = 0;
    await reconcileRenewals({ ...under.dependencies, inquiry: paddle });
    return [...queried];
  };
  const first = await run();
  const second = await run();
  expect(first).toHaveLength(100);
  expect(new Set([...first, ...second.slice(0, 30)]).size).toBe(130);
  // Then those of the first run again, in the same order.
  expect(second.slice(30)).toEqual(first.slice(0, 70));
});
