import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { addDays } from '../plans/index.ts';
import { moneyBackDays, type PaymentCompleted } from '../subscription/index.ts';

/** The period that a plan payment covers, and the next charge. */
export interface PaidPeriod {
  readonly from: Date;
  /** The end of access that the account shows, free months and days included. */
  readonly until: Date;
  readonly freeMonths: number;
  /** The first paid period of the plan. */
  readonly isFirst: boolean;
  /** Until when the customer can request a full refund of the plan; null where that is over or was not sold. */
  readonly refundableUntil: Date | null;
  /** In the minor unit, with tax at the rate of this payment; null without a renewal. */
  readonly next: { readonly at: Date; readonly amount: number } | null;
}

/** Returns the period of a payment and the next charge of its subscription; null for a payment without a period. */
export async function paidPeriodOf(
  trx: DatabaseTransaction,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'item' | 'provider'>,
  payment: Pick<PaymentCompleted, 'at' | 'transactionId' | 'amount' | 'tax'>,
): Promise<PaidPeriod | null> {
  const row = await trx
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .select(['startsAt', 'freeMonths', 'activeUntil', 'nextPaymentAt', 'nextPaymentAmount'])
    .select((grant) =>
      grant
        .selectFrom('subscriptionGrants as paid')
        .select((paid) => paid.fn.min('paid.startsAt').as('firstPaidAt'))
        .whereRef('paid.subscriptionId', '=', 'subscriptions.id')
        .where('paid.amount', '>', 0)
        .as('firstPaidAt'),
    )
    .where('subscriptions.orderId', '=', order.id)
    .where('subscriptionGrants.transactionId', '=', payment.transactionId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { startsAt: from, activeUntil: until, freeMonths, nextPaymentAt: at, nextPaymentAmount } = row;
  const next =
    at === null || nextPaymentAmount === null ? null : { at, amount: withTax(nextPaymentAmount, payment) };
  const firstPaidAt = row.firstPaidAt ?? from;
  const isFirst = firstPaidAt.getTime() === from.getTime();
  return { from, until, freeMonths, isFirst, refundableUntil: moneyBack(order, firstPaidAt, payment), next };
}

/** The same date as in the account; see `shownSubscription`. */
function moneyBack(
  { item, provider }: Pick<Selectable<Schema['orders']>, 'item' | 'provider'>,
  firstPaidAt: Date,
  { at }: Pick<PaymentCompleted, 'at'>,
): Date | null {
  if (provider === 'coingate' || ('moneyBack' in item && item.moneyBack === false)) return null;
  const until = addDays(firstPaidAt, moneyBackDays);
  return until.getTime() > Date.parse(at) ? until : null;
}

/** A net amount with the tax rate of a payment, in the minor unit. */
function withTax(net: number, { amount, tax }: Pick<PaymentCompleted, 'amount' | 'tax'>): number {
  return tax === 0 || amount === tax ? net : Math.round((net * amount) / (amount - tax));
}
