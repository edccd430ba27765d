import type { Paddle, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { Result } from '@comet/foundation';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

/** Asking Paddle how things stand, for when a notification did not come. */
export interface PaddleInquiry {
  transaction(id: string): Promise<Result<Transaction, PaddleFailure>>;
  subscription(id: string): Promise<Result<Subscription, PaddleFailure>>;
  /** The latest paid transactions of a subscription. */
  completedTransactions(subscriptionId: string): Promise<Result<readonly Transaction[], PaddleFailure>>;
  /** Moves the next payment of a subscription; nothing is charged or credited for the days between. */
  moveNextPayment(subscriptionId: string, at: string): Promise<Result<Subscription, PaddleFailure>>;
}

export function createInquiry(paddle: Paddle): PaddleInquiry {
  return {
    transaction: (id) => callPaddle(() => paddle.transactions.get(id)),
    subscription: (id) => callPaddle(() => paddle.subscriptions.get(id)),
    completedTransactions: (subscriptionId) =>
      callPaddle(() =>
        paddle.transactions
          .list({ subscriptionId: [subscriptionId], status: ['completed'], perPage: 10 })
          .next(),
      ),
    moveNextPayment: (subscriptionId, at) =>
      callPaddle(() =>
        paddle.subscriptions.update(subscriptionId, {
          nextBilledAt: at,
          prorationBillingMode: 'do_not_bill',
        }),
      ),
  };
}
