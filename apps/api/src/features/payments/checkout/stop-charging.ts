import type { PaddlePayments } from '../../../platform/paddle/payments.ts';

/** Cancels a subscription at once unless it has ended. Throws, to be retried, when Paddle fails. */
export async function endSubscription(inquiry: PaddlePayments, subscriptionId: string): Promise<void> {
  const { status } = valueOf(await inquiry.subscription(subscriptionId));
  if (status !== 'canceled') valueOf(await inquiry.cancelNow(subscriptionId));
}

/** Cancels a subscription at the end of its paid period, unless it is already scheduled. Throws, to be retried, when Paddle fails. */
export async function scheduleCancellation(inquiry: PaddlePayments, subscriptionId: string): Promise<void> {
  const { status, scheduledChange } = valueOf(await inquiry.subscription(subscriptionId));
  if (status === 'canceled' || scheduledChange?.action === 'cancel') return;
  valueOf(await inquiry.cancelAtPeriodEnd(subscriptionId));
}

/** Transactions that can no longer be paid or are already paid; a payment is refunded when its event arrives. */
const settled: ReadonlySet<string> = new Set(['canceled', 'completed', 'paid', 'billed', 'past_due']);

/** Cancels a transaction whose checkout is open. Throws, to be retried, when Paddle fails. */
export async function cancelCheckout(inquiry: PaddlePayments, transactionId: string): Promise<void> {
  const { status } = valueOf(await inquiry.transaction(transactionId));
  if (!settled.has(status)) valueOf(await inquiry.cancelTransaction(transactionId));
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  if (!result.ok) throw new Error(`Paddle did not stop charging: ${result.error}`);
  return result.value;
}
