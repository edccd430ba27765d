import type { Clock } from '@comet/foundation';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { settleCoupon } from '../../coupons/index.ts';
import type { Selectable } from 'kysely';
import type { PaymentProvider, Schema } from '../../../platform/database/schema.ts';
import { confirmBenefit, releaseBenefit } from '../../mailbox-benefits/index.ts';
import { postReceipts } from '../../receipts/index.ts';
import { settleReferral } from '../../referrals/index.ts';
import {
  type ApplyDeps,
  applyEvents,
  hasPlan,
  type ProviderEvent,
  settlePlanChanges,
} from '../../subscription/index.ts';
import type { HashCard } from '../../../platform/keys/card-hash.ts';
import { recordPayment, recordLatePayment } from '../ledger/record-payment.ts';
import { endCheckout } from '../checkout/settle-purchase.ts';
import { eventsOf, holdOpenEvents, type Payment, paymentOf } from './events.store.ts';
import { refundedEmail, refundRejectedEmail, refundRequestedEmail } from '../emails.ts';
import { recordCards } from '../paddle/record-cards.ts';
import { orderOf, rootOf } from './order-of-event.ts';
import { recordRefunds } from '../refunds/refunds.store.ts';
import { reportCoins, reportMismatch } from '../report.ts';
import { returnDuplicate, type ReturnReason } from '../refunds/return-duplicate.ts';
import { settlementOf, settlePurchase } from '../checkout/settle-purchase.ts';

export interface ProcessDeps extends ApplyDeps {
  readonly hashCard: HashCard;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
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
    const others = orderId === null ? [] : await holdOpenEvents(trx, provider, found);
    if (orderId !== null) await bringUpToDate(deps, trx, orderId, now);
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
    await deps.db.transaction().execute((trx) => bringUpToDate(deps, trx, orderId, deps.clock.now()));
  }
}

/**
 * Derives an order, its ledger entries, its refunds and its subscription from all events of the provider. A plan change is derived with the
 * order that created the subscription. Locks the order, then its account.
 */
export async function bringUpToDate(
  deps: Omit<ProcessDeps, 'db' | 'clock'>,
  trx: DatabaseTransaction,
  orderId: string,
  now: Date,
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', await rootOf(trx, orderId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const payment = paymentOf(order);
  if (payment === null) return;
  const events = await eventsOf(trx, payment);
  // Payments of one customer are processed one after the other; concurrently, both would find no plan and both would be kept.
  const payer = await trx
    .selectFrom('users')
    .select(['email', 'deletedAt'])
    .where('id', '=', order.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await recordPayment(trx, order, events, now);
  for (const refund of await recordRefunds(trx, order.id, events)) {
    if (refund.status === 'rejected') await releaseBenefit(trx, { kind: 'refund', orderId: order.id });
    if (payer.deletedAt !== null) continue;
    const emailOf = refundEmails[refund.status];
    const { amount, currency } = refund;
    const email = emailOf({ amount, currency }, `${deps.dashboardUrl}/dash/billing/`);
    await deps.outbox.post(trx, payer.email, email);
  }
  if (!isAsOrdered(order, payment, events)) {
    // Prevents paying the price of another plan through a manipulated checkout.
    return reportMismatch(deps, trx, order, now);
  }
  await recordCards(trx, { hashCard: deps.hashCard, now }, order, payment, events);
  await endCheckout(trx, order, events);
  const once = order.item.kind === 'subscription' ? {} : ({ isOnce: true } as const);
  const giveBack = async (transactionId: string, reason: ReturnReason) => {
    if (payment.provider === 'paddle')
      return deps.jobs.enqueue(trx, returnDuplicate, { transactionId, reason, ...once });
    return reportCoins(deps, trx, order, reason, now);
  };
  if (order.item.kind !== 'subscription') {
    await postReceipts(deps, trx, order, events, { now, returned: null });
    const settlement = settlementOf(events, payment.transactionId);
    if (settlement === null || order.item.kind === 'plan_change') return;
    const { deletedAt } = payer;
    const outcome = await settlePurchase(trx, order, settlement, {
      now,
      deletedAt,
      revoke: deps.revoke,
    });
    if (outcome === 'in_vain') await giveBack(payment.transactionId, 'account_deleted');
    return outcome === 'too_little' ? reportMismatch(deps, trx, order, now) : undefined;
  }
  const hadPlan = await hasPlan(trx, order.userId, now);
  const sold = { ...order, item: order.item };
  const { isNew, paidInVain } = await applyEvents(deps, trx, sold, events, { now, payer });
  if (isPaid(payment, events)) await confirmBenefit(trx, { kind: 'trial', orderId: order.id, now });
  await settlePlanChanges(trx, order.id, events);
  // Free days earned by the payment move the next one; the receipt already shows that date.
  if (await settleReferral(deps, trx, order.userId, now))
    await applyEvents(deps, trx, sold, events, { now, payer });
  const isVoid = isPaid(payment, events) && (await settleCoupon(trx, order, now));
  const followsOn = order.item.startsAt !== undefined;
  const isSecond = isNew && hadPlan && !followsOn;
  const returned = isSecond || isVoid ? payment.transactionId : null;
  await postReceipts(deps, trx, order, events, { now, returned });
  for (const transactionId of paidInVain) await giveBack(transactionId, 'account_deleted');
  if (returned !== null) await giveBack(returned, isSecond ? 'second_plan' : 'coupon_used_up');
}

const refundEmails = {
  pending: refundRequestedEmail,
  approved: refundedEmail,
  rejected: refundRejectedEmail,
} as const;

/** Returns true when the order's own payment has been received. */
function isPaid({ transactionId }: Payment, events: readonly ProviderEvent[]): boolean {
  return events.some((event) => event.type === 'payment_completed' && event.transactionId === transactionId);
}

/** Returns true unless an order's own payment is for another product than ordered. */
function isAsOrdered(
  order: Selectable<Schema['orders']>,
  { provider, transactionId }: Payment,
  events: readonly ProviderEvent[],
): boolean {
  const first = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
  );
  if (first?.type !== 'payment_completed') return true;
  if (provider === 'coingate') return first.amount >= order.totalAmount && first.currency === order.currency;
  return first.priceIds.length === 1 && first.priceIds[0] === order.paddlePriceId;
}
