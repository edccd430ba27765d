import type { Paddle, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { Result } from '@comet/foundation';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';
import { createPaymentLookups, type PaymentLookups } from './payment-lookups.ts';
import { createPaymentRefunds, type PaymentRefunds } from './payment-refunds.ts';

/** Queries and corrections at Paddle, for lost notifications and failed purchases. */
export interface PaddlePayments extends PaymentRefunds, PaymentLookups {
  subscription(id: string): Promise<Result<Subscription, PaddleFailure>>;
  /** Moves the next payment of a subscription; the days between are neither charged nor credited. */
  moveNextPayment(subscriptionId: string, at: string): Promise<Result<Subscription, PaddleFailure>>;
  /** Cancels a subscription at once, without a credit. */
  cancelNow(subscriptionId: string): Promise<Result<Subscription, PaddleFailure>>;
  /** Cancels a subscription at the end of the paid period; this can be undone until then. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<Result<Subscription, PaddleFailure>>;
  /** Closes an unpaid transaction, so that its checkout accepts no payment. */
  cancelTransaction(id: string): Promise<Result<Transaction, PaddleFailure>>;
  /** Returns true when a refund of the transaction was requested and not rejected. */
  isRefunded(transactionId: string): Promise<Result<boolean, PaddleFailure>>;
}

/** Creates the adapter for queries and corrections at Paddle. Failures are returned as a `PaddleFailure`. */
export function createPaddlePayments(paddle: Paddle): PaddlePayments {
  return {
    subscription: (id) => callPaddle(() => paddle.subscriptions.get(id)),
    moveNextPayment: (subscriptionId, at) =>
      callPaddle(() =>
        paddle.subscriptions.update(subscriptionId, {
          nextBilledAt: at,
          prorationBillingMode: 'do_not_bill',
        }),
      ),
    cancelNow: (subscriptionId) =>
      callPaddle(() => paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' })),
    cancelAtPeriodEnd: (subscriptionId) =>
      callPaddle(() => paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'next_billing_period' })),
    cancelTransaction: (id) => callPaddle(() => paddle.transactions.update(id, { status: 'canceled' })),
    isRefunded: (transactionId) =>
      callPaddle(async () => {
        const made = await paddle.adjustments
          .list({ transactionId: [transactionId], action: 'refund' })
          .next();
        return made.some(({ status }) => status !== 'rejected');
      }),
    ...createPaymentRefunds(paddle),
    ...createPaymentLookups(paddle),
  };
}
