import { jobKind } from '../../../platform/jobs/jobs.ts';
import type { PaddlePayments } from '../../../platform/paddle/payments.ts';

const reasons = {
  /** Paid in a second checkout that was open at the same time. */
  second_plan: 'A second plan, paid by mistake',
  /** Paid while the account was being deleted, or by a renewal that could not be cancelled in time. */
  account_deleted: 'Paid for an account that was deleted',
  /** Paid in a checkout that had expired, after others took the coupon's last use. */
  coupon_used_up: 'The coupon was used up before the payment came',
} as const;

export type ReturnReason = keyof typeof reasons;

interface Return {
  transactionId: string;
  reason: ReturnReason;
  /** The payment began no subscription. */
  isOnce?: true;
}

/** Refunds a payment without an entitlement. */
export const returnDuplicate = jobKind<Return>('payments.return-duplicate', { retries: 200, firstPause: 5 });

/**
 * Cancels the subscription that the payment began and requests a refund. Each step first checks whether it is done, so a repeat changes
 * nothing; a step that fails at Paddle throws, to be retried. The results arrive as notifications.
 */
export async function returnPayment(
  inquiry: PaddlePayments,
  { transactionId, reason, isOnce }: Return,
): Promise<void> {
  const transaction = valueOf(await inquiry.transaction(transactionId));
  if (isOnce !== true) {
    const { subscriptionId } = transaction;
    if (subscriptionId === null) throw new Error('Paddle has not made the subscription yet');
    const subscription = valueOf(await inquiry.subscription(subscriptionId));
    if (subscription.status !== 'canceled') valueOf(await inquiry.cancelNow(subscriptionId));
  }
  // A trial has charged nothing.
  if (Number(transaction.details?.totals?.grandTotal ?? 0) === 0) return;
  if (valueOf(await inquiry.isRefunded(transactionId))) return;
  valueOf(await inquiry.refund(transactionId, reasons[reason]));
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  if (!result.ok) throw new Error(`Paddle did not return a payment: ${result.error}`);
  return result.value;
}
