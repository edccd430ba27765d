import type { api, ReplyOf } from '@comet/contract';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { addDays } from '../plans/index.ts';

export type SubscriptionView = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;

/** Days after the first payment within which a full refund can be requested. */
export const moneyBackDays = 30;

/** Returns a user's subscription as its owner sees it: the one with the longest access; a past one where none gives access. */
export async function subscriptionView(
  db: Database | DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<SubscriptionView | null> {
  const row = await rowOf(db, userId);
  if (row === undefined) return null;
  const { currency, nextPaymentAmount, nextPaymentAt, paymentKind } = row;
  const isOver = row.endedAt === null && row.accessUntil <= now;
  const hasEnded = isOver || row.endedAt !== null;
  const renews = !isOver && nextPaymentAmount !== null && nextPaymentAt !== null;
  const moneyBackUntil = row.firstPaidAt === null ? null : addDays(row.firstPaidAt, moneyBackDays);
  const hasGrace = row.state === 'past_due' || row.state === 'cancelled';
  const canStillAsk = moneyBackUntil !== null && moneyBackUntil > now;
  const isBoughtWithout = row.item !== null && 'moneyBack' in row.item && row.item.moneyBack === false;
  const canAsk =
    canStillAsk && !hasEnded && row.provider === 'paddle' && row.refundState === null && !isBoughtWithout;
  return {
    id: row.id,
    state: isOver ? 'expired' : row.state,
    source: row.source,
    planId: row.planId,
    months: row.months,
    freeMonths: Number(row.freeMonths ?? 0),
    startedAt: row.startedAt.toISOString(),
    // While a payment is due, the paid period is over and the week of grace counts; it stays after a cancellation in that week.
    activeUntil: (hasGrace ? row.accessUntil : row.activeUntil).toISOString(),
    // After the paid period only the grace is left: the provider has ended the subscription.
    canBeUndone:
      row.state === 'cancelled' &&
      !hasEnded &&
      row.provider === 'paddle' &&
      row.accessUntil <= row.activeUntil,
    nextPayment: renews
      ? { amount: { amount: nextPaymentAmount, currency }, at: nextPaymentAt.toISOString() }
      : null,
    paymentMethod: paymentKind === null ? null : { kind: paymentKind, lastDigits: row.paymentLastDigits },
    moneyBackUntil: canAsk ? moneyBackUntil.toISOString() : null,
    moneyBackAmount: canAsk ? { amount: Number(row.paidAmount ?? 0), currency } : null,
    // A rejected refund is shown as long as another could have been requested; the payment itself keeps showing it.
    refund:
      row.refundState === null ||
      row.refundAmount === null ||
      (row.refundState === 'rejected' && !canStillAsk)
        ? null
        : {
            state: row.refundState,
            amount: { amount: row.refundAmount, currency },
            endsPlan:
              row.refundState === 'pending' && Number(row.claimedAmount ?? 0) >= Number(row.paidAmount ?? 0),
          },
  };
}

function rowOf(db: Database | DatabaseTransaction, userId: string) {
  return (
    db
      .selectFrom('subscriptions')
      .leftJoin('orders', 'orders.id', 'subscriptions.orderId')
      .leftJoinLateral(
        (select) =>
          select
            .selectFrom('subscriptionGrants')
            .select((entitlements) => entitlements.fn.min('startsAt').as('firstPaidAt'))
            .select((entitlements) => entitlements.fn.sum<number>('freeMonths').as('freeMonths'))
            .select((entitlements) => entitlements.fn.sum<string>('amount').as('paidAmount'))
            .whereRef('subscriptionId', '=', 'subscriptions.id')
            .where('amount', '>', 0)
            .as('paid'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (select) =>
          select
            .selectFrom('refunds')
            .select(['refunds.state as refundState', 'refunds.amount as refundAmount'])
            .whereRef('refunds.orderId', '=', 'subscriptions.orderId')
            .where('refunds.state', '<>', 'approved')
            // A pending refund takes precedence over a rejected one.
            .orderBy('refunds.state')
            .orderBy('refunds.askedAt', 'desc')
            .limit(1)
            .as('requestedRefund'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (select) =>
          select
            .selectFrom('refunds')
            .select((refunds) => refunds.fn.sum<string>('amount').as('claimedAmount'))
            .whereRef('refunds.orderId', '=', 'subscriptions.orderId')
            .where('refunds.state', '<>', 'rejected')
            .as('claimed'),
        (join) => join.onTrue(),
      )
      .selectAll('subscriptions')
      .select([
        'orders.provider',
        'orders.item',
        'firstPaidAt',
        'freeMonths',
        'paidAmount',
        'refundAmount',
        'claimedAmount',
      ])
      .select((row) => row.ref('refundState').$castTo<'pending' | 'rejected' | null>().as('refundState'))
      .where('subscriptions.userId', '=', userId)
      // A returned payment gave no plan.
      .where('orders.returnReason', 'is', null)
      .orderBy((order) => order('endedAt', 'is', null), 'desc')
      .orderBy('accessUntil', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
