import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentCompleted } from '../subscription/index.ts';

/** The period that a plan payment covers, and the next charge. */
export interface PaidPeriod {
  readonly from: Date;
  /** The end of access that the account shows, free months and days included. */
  readonly until: Date;
  readonly freeMonths: number;
  /** In the minor unit, with tax at the rate of this payment; null without a renewal. */
  readonly next: { readonly at: Date; readonly amount: number } | null;
}

/** Returns the period of a payment and the next charge of its subscription; null for a payment without a period. */
export async function paidPeriodOf(
  trx: DatabaseTransaction,
  orderId: string,
  payment: Pick<PaymentCompleted, 'transactionId' | 'amount' | 'tax'>,
): Promise<PaidPeriod | null> {
  const row = await trx
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .select(['startsAt', 'freeMonths', 'activeUntil', 'nextPaymentAt', 'nextPaymentAmount'])
    .where('subscriptions.orderId', '=', orderId)
    .where('subscriptionGrants.transactionId', '=', payment.transactionId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { startsAt: from, activeUntil: until, freeMonths, nextPaymentAt: at, nextPaymentAmount } = row;
  const next =
    at === null || nextPaymentAmount === null ? null : { at, amount: withTax(nextPaymentAmount, payment) };
  return { from, until, freeMonths, next };
}

/** A net amount with the tax rate of a payment, in the minor unit. */
function withTax(net: number, { amount, tax }: Pick<PaymentCompleted, 'amount' | 'tax'>): number {
  return tax === 0 || amount === tax ? net : Math.round((net * amount) / (amount - tax));
}
