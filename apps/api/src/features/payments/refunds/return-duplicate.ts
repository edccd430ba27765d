import { jobKind } from '../../../platform/jobs/jobs.ts';
import type { PaddleInquiry } from '../../../platform/paddle/inquiry.ts';

const reasons = {
  /** Made in a second checkout that was open beside the first. */
  second_plan: 'A second plan, paid by mistake',
  /** Made while the account was being deleted, or by a renewal that could not be stopped in time. */
  account_deleted: 'Paid for an account that was deleted',
  /** Made in a checkout that had been given up, when others had taken the coupon's last use. */
  coupon_used_up: 'The coupon was used up before the payment came',
} as const;

export type ReturnReason = keyof typeof reasons;

interface Return {
  transactionId: string;
  reason: ReturnReason;
  /** It began no subscription. */
  isOnce?: true;
}

/** Gives back a payment that gives its customer nothing. */
export const returnDuplicate = jobKind<Return>('payments.return-duplicate', { retries: 200, firstPause: 5 });

/**
 * Cancels the subscription that the payment began and requests a refund. Each step first checks whether it is done, so a repeat changes
 * nothing; a step that fails at Paddle throws, to be retried. The results arrive as notifications.
 */
export async function returnPayment(
  inquiry: PaddleInquiry,
  { transactionId, reason, isOnce }: Return,
): Promise<void> {
  const transaction = valueOf(await inquiry.transaction(transactionId));
  if (isOnce !== true) {
    const { subscriptionId } = transaction;
    if (subscriptionId === null) throw new Error('Paddle has not made the subscription yet');
    const subscription = valueOf(await inquiry.subscription(subscriptionId));
    if (subscription.status !== 'canceled') valueOf(await inquiry.cancelNow(subscriptionId));
  }
  // A trial has taken nothing.
  if (Number(transaction.details?.totals?.grandTotal ?? 0) === 0) return;
  if (valueOf(await inquiry.isRefunded(transactionId))) return;
  valueOf(await inquiry.refund(transactionId, reasons[reason]));
}

function valueOf<T>(
  asked: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  if (!asked.ok) throw new Error(`Paddle did not return a payment: ${asked.error}`);
  return asked.value;
}
