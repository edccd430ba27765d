import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';
import { recordLatePayment } from '../ledger/record-payment.ts';
import { eventsOf, lockOpenEvents, paymentOf } from './events.store.ts';
import { type EffectDeps, type LockedOrder, runOrderPlan } from './order-effects.ts';
import { orderOf, rootOf } from './order-of-event.ts';
import { orderPlan } from './order-plan.ts';

export interface ProcessDeps extends EffectDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Processes one event of the inbox, together with other pending events about the same payment or subscription: finds and locks their order,
 * and derives the state from *all* events of that order. The result does not depend on the triggering event, so any order of arrival ends
 * in the same state.
 */
export async function processEventById(
  deps: ProcessDeps,
  eventId: string,
  provider: PaymentProvider = 'paddle',
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('providerEvents')
      .select(['transactionId', 'subscriptionId', 'processedAt'])
      .where('provider', '=', provider)
      .where('eventId', '=', eventId)
      .forUpdate()
      // Another replica processes it.
      .skipLocked()
      .executeTakeFirst();
    if (found === undefined || found.processedAt !== null) return;
    const now = deps.clock.now();
    const orderId = await orderOf(trx, provider, found);
    // The other pending events are included in the same derivation.
    const others = orderId === null ? [] : await lockOpenEvents(trx, provider, found);
    if (orderId !== null) await deriveOrder(deps, trx, orderId, now);
    else if (found.transactionId !== null)
      await recordLatePayment(trx, { provider, transactionId: found.transactionId }, now);
    await trx
      .updateTable('providerEvents')
      .set({ processedAt: now })
      .where('provider', '=', provider)
      .where('eventId', 'in', [eventId, ...others])
      .execute();
  });
}

/** Derives an account's subscriptions again after a change other than an event. */
export async function refreshSubscriptions(deps: ProcessDeps, userId: string): Promise<void> {
  const subscriptions = await deps.db
    .selectFrom('subscriptions')
    .select('orderId')
    .where('userId', '=', userId)
    .orderBy('startedAt')
    .execute();
  for (const { orderId } of subscriptions) {
    if (orderId === null) continue;
    await deps.db.transaction().execute((trx) => deriveOrder(deps, trx, orderId, deps.clock.now()));
  }
}

/**
 * Derives an order, its ledger entries, its refunds and its subscription from all events of the provider. A plan change is derived with the
 * order that created the subscription. Locks the order, then its account.
 */
export async function deriveOrder(
  deps: EffectDeps,
  trx: DatabaseTransaction,
  orderId: string,
  now: Date,
): Promise<void> {
  const locked = await lockOrder(trx, await rootOf(trx, orderId));
  if (locked !== null) await runOrderPlan(deps, trx, locked, orderPlan(locked), now);
}

/** Locks an order and its account, and loads what the plan depends on. Null before its checkout was opened. */
async function lockOrder(trx: DatabaseTransaction, orderId: string): Promise<LockedOrder | null> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const payment = paymentOf(order);
  if (payment === null) return null;
  const events = await eventsOf(trx, payment);
  // Payments of one customer are processed one after the other; concurrently, both would find no plan and both would be kept.
  const payer = await trx
    .selectFrom('users')
    .select(['email', 'deletedAt'])
    .where('id', '=', order.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { order, payment, events, payer };
}
