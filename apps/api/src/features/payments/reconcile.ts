import type { Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { PaddleInquiry } from '../../platform/paddle/inquiry.ts';
import { adjustmentEvent, subscriptionEvent, transactionEvent } from './paddle/paddle-replies.ts';
import { expireOrder } from '../orders/index.ts';
import { storeEvent } from './inbox/inbox.ts';

export interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly inquiry: PaddleInquiry;
}

const patienceMs = 2 * 60 * 1000;
const giveUpMs = 24 * 3600 * 1000;

/** Queries every checkout that has been open for two minutes: its notification may be lost. */
export async function reconcileOrders(deps: ReconcileDeps): Promise<void> {
  const now = deps.clock.now();
  const open = await deps.db
    .selectFrom('orders')
    .select(['id', 'paddleTransactionId', 'processingAt'])
    .where('state', '=', 'processing')
    .where('provider', '=', 'paddle')
    .where('processingAt', '<', new Date(now.getTime() - patienceMs))
    .orderBy('processingAt')
    .limit(100)
    .execute();
  for (const { id, paddleTransactionId, processingAt } of open) {
    if (paddleTransactionId === null) continue;
    const lookup = await deps.inquiry.transaction(paddleTransactionId);
    if (!lookup.ok) continue;
    if (lookup.value.status === 'completed') {
      await storeTransaction(deps, lookup.value);
      if (lookup.value.subscriptionId !== null)
        await reconcileSubscription(deps, lookup.value.subscriptionId);
    } else if (lookup.value.status === 'canceled' || now.getTime() - Number(processingAt) > giveUpMs) {
      // A late payment is still honoured: events are applied to an order in any state.
      await expireOrder(deps.db, id);
    }
  }
}

/** Queries subscriptions whose renewal is overdue. */
export async function reconcileRenewals(deps: ReconcileDeps): Promise<void> {
  const overdue = await deps.db
    .selectFrom('subscriptions')
    .select('paddleSubscriptionId')
    .where('endedAt', 'is', null)
    .where('state', 'in', ['trialing', 'active', 'past_due'])
    .where('activeUntil', '<', new Date(deps.clock.now().getTime() - patienceMs))
    .limit(100)
    .execute();
  for (const { paddleSubscriptionId } of overdue) {
    if (paddleSubscriptionId !== null) await reconcileSubscription(deps, paddleSubscriptionId);
  }
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

/** Queries pending refunds: their notifications may be lost, too. */
export async function reconcileRefunds(deps: ReconcileDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('refunds')
    .select('transactionId')
    .distinct()
    .where('state', '=', 'pending')
    .limit(500)
    .execute();
  for (const { transactionId } of waiting) {
    const lookup = await deps.inquiry.adjustments(transactionId);
    for (const adjustment of lookup.ok ? lookup.value : [])
      await storeEvent(deps, 'paddle', adjustmentEvent(adjustment), { asked: adjustment.id });
  }
}

async function storeTransaction(deps: ReconcileDeps, transaction: Transaction): Promise<void> {
  await storeEvent(deps, 'paddle', transactionEvent(transaction), { asked: transaction.id });
}

async function storeSubscription(deps: ReconcileDeps, subscription: Subscription): Promise<void> {
  await storeEvent(deps, 'paddle', subscriptionEvent(subscription), { asked: subscription.id });
}
