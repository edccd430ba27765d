import type { Paddle, Transaction } from '@paddle/paddle-node-sdk';
import type { Result } from '@comet/foundation';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

export interface PaymentLookups {
  transaction(id: string): Promise<Result<Transaction, PaddleFailure>>;
  /** The latest paid transactions of a subscription. */
  completedTransactions(subscriptionId: string): Promise<Result<readonly Transaction[], PaddleFailure>>;
}

/** https://developer.paddle.com/api-reference/transactions */
export const createPaymentLookups = (paddle: Paddle): PaymentLookups => ({
  transaction: (id) => callPaddle(() => paddle.transactions.get(id)),
  completedTransactions: (subscriptionId) =>
    callPaddle(() =>
      paddle.transactions
        .list({ subscriptionId: [subscriptionId], status: ['completed'], perPage: 10 })
        .next(),
    ),
});
