import type { Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import { processRows } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { PaddlePayments } from '../../platform/paddle/payments.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { adjustmentEvent, subscriptionEvent, transactionEvent } from './paddle/paddle-replies.ts';
import { expireOrder } from '../orders/index.ts';
import { storeEvent } from './inbox/inbox.ts';

export interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly inquiry: OrderInquiry;
}

/** What a look-up of an order and its subscription reads at Paddle. */
type OrderInquiry = Pick<
  PaddlePayments,
  'transaction' | 'subscription' | 'completedTransactions' | 'adjustments'
>;

const gracePeriodMs = 2 * 60 * 1000;
const giveUpMs = 24 * 3600 * 1000;

/** Queries at the provider in one run. */
const perRun = 100;

/**
 * Queries checkouts that have been open for two minutes, because their notifications may be lost: those first that were never queried, then
 * those whose last query is the longest ago.
 */
export async function reconcileOrders(deps: ReconcileDeps): Promise<void> {
  const now = deps.clock.now();
  const open = await deps.db
    .selectFrom('orders')
    .select(['id', 'paddleTransactionId', 'processingAt'])
    .where('state', '=', 'processing')
    .where('provider', '=', 'paddle')
    .where('paddleTransactionId', 'is not', null)
    .where('processingAt', '<', new Date(now.getTime() - gracePeriodMs))
    .orderBy('providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('processingAt')
    .limit(perRun)
    .execute();
  await processRows(open, async ({ id, paddleTransactionId, processingAt }) => {
    if (paddleTransactionId === null) return;
    const reply = await fetchPayment(deps, { id, transactionId: paddleTransactionId });
    const isOver = reply === 'canceled' || now.getTime() - Number(processingAt) > giveUpMs;
    // A late payment is still honoured: events are applied to an order in any state.
    if (!isFailure(reply) && reply !== 'completed' && isOver) await expireOrder(deps.db, id);
  });
}

/** Paddle's status of a transaction, or why there is none. */
type ProviderReply = Transaction['status'] | PaddleFailure;

const failures: readonly string[] = ['payment_unavailable', 'product_not_found', 'payment_not_started'];
const isFailure = (reply: ProviderReply): boolean => failures.includes(reply);

/**
 * Queries the payment of an order, and once it is completed its subscription, and stores the replies as events. Records the time and the
 * reply, for operators. Returns Paddle's status of the payment, or the failure of the call.
 */
export async function fetchPayment(
  deps: ReconcileDeps,
  { id, transactionId }: { readonly id: string; readonly transactionId: string },
): Promise<ProviderReply> {
  const lookup = await deps.inquiry.transaction(transactionId);
  if (lookup.ok && lookup.value.status === 'completed') {
    await storeTransaction(deps, lookup.value);
    if (lookup.value.subscriptionId !== null) await reconcileSubscription(deps, lookup.value.subscriptionId);
  }
  const reply = lookup.ok ? lookup.value.status : lookup.error;
  await recordReply(deps, id, reply);
  return reply;
}

/** Records what Paddle said about an order, and when. */
async function recordReply(
  { db, clock }: Pick<ReconcileDeps, 'db' | 'clock'>,
  orderId: string,
  reply: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ providerAskedAt: clock.now(), providerAnswer: reply })
    .where('id', '=', orderId)
    .execute();
}

/** Queries the refunds of one payment. */
export async function fetchRefunds(deps: ReconcileDeps, transactionId: string): Promise<void> {
  const lookup = await deps.inquiry.adjustments(transactionId);
  for (const adjustment of lookup.ok ? lookup.value : [])
    await storeEvent(deps, 'paddle', adjustmentEvent(adjustment), { asked: adjustment.id });
}

/** Queries subscriptions whose renewal is overdue, in the same order as checkouts. */
export async function reconcileRenewals(deps: ReconcileDeps): Promise<void> {
  const overdue = await deps.db
    .selectFrom('subscriptions')
    .select(['id', 'paddleSubscriptionId'])
    .where('endedAt', 'is', null)
    .where('paddleSubscriptionId', 'is not', null)
    .where(
      'state',
      'in',
      (['trialing', 'active', 'past_due'] as const).map((state) => sql.lit(state)),
    )
    .where('activeUntil', '<', new Date(deps.clock.now().getTime() - gracePeriodMs))
    .orderBy('providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('activeUntil')
    .limit(perRun)
    .execute();
  await processRows(overdue, async ({ id, paddleSubscriptionId }) => {
    if (paddleSubscriptionId === null) return;
    await reconcileSubscription(deps, paddleSubscriptionId);
    await deps.db
      .updateTable('subscriptions')
      .set({ providerAskedAt: deps.clock.now() })
      .where('id', '=', id)
      .execute();
  });
}

async function reconcileSubscription(deps: ReconcileDeps, id: string): Promise<void> {
  const [subscription, transactions] = await Promise.all([
    deps.inquiry.subscription(id),
    deps.inquiry.completedTransactions(id),
  ]);
  for (const transaction of transactions.ok ? transactions.value : [])
    await storeTransaction(deps, transaction);
  if (subscription.ok) await storeSubscription(deps, subscription.value);
}

/**
 * Queries pending refunds: their notifications may be lost, too. The order differs between runs, so that more than one run can query are all
 * queried in a few.
 */
export async function reconcileRefunds(deps: ReconcileDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('refunds')
    .select('transactionId')
    .where('state', '=', sql.lit('pending' as const))
    .groupBy('transactionId')
    .orderBy(sql`md5(transaction_id || ${deps.clock.now().toISOString()})`)
    .limit(3 * perRun)
    .execute();
  await processRows(waiting, ({ transactionId }) => fetchRefunds(deps, transactionId));
}

async function storeTransaction(deps: ReconcileDeps, transaction: Transaction): Promise<void> {
  await storeEvent(deps, 'paddle', transactionEvent(transaction), { asked: transaction.id });
}

async function storeSubscription(deps: ReconcileDeps, subscription: Subscription): Promise<void> {
  await storeEvent(deps, 'paddle', subscriptionEvent(subscription), { asked: subscription.id });
}
