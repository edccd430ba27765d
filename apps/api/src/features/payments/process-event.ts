import type { Clock } from '@comet/foundation';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Revoke } from '../gateways/index.ts';
import { applyEvents, hasAccess } from '../subscription/index.ts';
import { eventsOf } from './events.store.ts';
import { returnDuplicate, type ReturnReason } from './return-duplicate.ts';

export interface ProcessDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly revoke: Revoke;
  readonly log: Logger;
}

/**
 * Works off one event of the inbox: finds the order it belongs to, locks it, and derives everything from *all* events of that order. Which
 * event was the occasion does not matter, so any order of arrival ends in the same state.
 */
export async function processEventById(deps: ProcessDeps, eventId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('providerEvents')
      .select(['transactionId', 'subscriptionId', 'processedAt'])
      .where('provider', '=', 'paddle')
      .where('eventId', '=', eventId)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined || found.processedAt !== null) return;
    const now = deps.clock.now();
    const orderId = await orderOf(trx, found);
    if (orderId !== null) await bringUpToDate(deps, trx, orderId, now);
    await trx
      .updateTable('providerEvents')
      .set({ processedAt: now })
      .where('provider', '=', 'paddle')
      .where('eventId', '=', eventId)
      .execute();
  });
}

/** Derives an account's subscriptions anew: something besides events has changed what they are. */
export async function refreshSubscriptions(deps: ProcessDeps, userId: string): Promise<void> {
  const subscriptions = await deps.db
    .selectFrom('subscriptions')
    .select('orderId')
    .where('userId', '=', userId)
    .orderBy('startedAt')
    .execute();
  for (const { orderId } of subscriptions) {
    await deps.db.transaction().execute((trx) => bringUpToDate(deps, trx, orderId, deps.clock.now()));
  }
}

async function bringUpToDate(
  deps: ProcessDeps,
  trx: DatabaseTransaction,
  orderId: string,
  now: Date,
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { paddleTransactionId, paddlePriceId } = order;
  if (paddleTransactionId === null) return;
  const events = await eventsOf(trx, paddleTransactionId);
  const first = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === paddleTransactionId,
  );
  if (
    first?.type === 'payment_completed' &&
    !(first.priceIds.length === 1 && first.priceIds[0] === paddlePriceId)
  ) {
    // Nobody gets a plan for the price of another, even if a checkout could be talked into it.
    deps.log.error({ orderId }, 'a payment is for another price than its order');
    return;
  }
  // Payments of one customer are worked off one after the other, or two at once would both find no plan and both stay.
  const { deletedAt } = await trx
    .selectFrom('users')
    .select('deletedAt')
    .where('id', '=', order.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const hadPlan = await hasAccess(trx, order.userId, now);
  if (order.item.kind !== 'subscription') return;
  const { isNew, paidInVain } = await applyEvents(deps, trx, { ...order, item: order.item }, events, {
    now,
    deletedAt,
  });
  const giveBack = (transactionId: string, reason: ReturnReason) =>
    deps.jobs.enqueue(trx, returnDuplicate, { transactionId, reason });
  for (const transactionId of paidInVain) await giveBack(transactionId, 'account_deleted');
  if (isNew && hadPlan) await giveBack(paddleTransactionId, 'second_plan');
}

/**
 * The order behind an event: the one whose transaction it names, or whose transaction made the subscription that it names. What was
 * noted on the transaction is not asked: a checkout opened with our public token can carry any note.
 */
async function orderOf(
  trx: DatabaseTransaction,
  event: { readonly transactionId: string | null; readonly subscriptionId: string | null },
): Promise<string | null> {
  const direct = await trx
    .selectFrom('orders')
    .select('id')
    .where('paddleTransactionId', '=', event.transactionId)
    .executeTakeFirst();
  if (direct !== undefined) return direct.id;
  if (event.subscriptionId === null) return null;
  const through = await trx
    .selectFrom('providerEvents')
    .innerJoin('orders', 'orders.paddleTransactionId', 'providerEvents.transactionId')
    .select('orders.id')
    .where('providerEvents.subscriptionId', '=', event.subscriptionId)
    .executeTakeFirst();
  return through?.id ?? null;
}
