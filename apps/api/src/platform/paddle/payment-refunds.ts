import type { Result } from '@comet/foundation';
import type { Adjustment, Paddle } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

export interface PaymentRefunds {
  /** Returns the refunds of a transaction, completed or requested, and its chargebacks. */
  adjustments(transactionId: string): Promise<Result<readonly Adjustment[], PaddleFailure>>;
  /** Requests a full refund of a transaction. */
  refund(transactionId: string, reason: string): Promise<Result<Adjustment, PaddleFailure>>;
}

/** https://developer.paddle.com/api-reference/adjustments */
export const createPaymentRefunds = (paddle: Paddle): PaymentRefunds => ({
  adjustments: (transactionId) =>
    callPaddle(() => paddle.adjustments.list({ transactionId: [transactionId] }).next()),
  refund: (transactionId, reason) =>
    callPaddle(() => paddle.adjustments.create({ action: 'refund', type: 'full', transactionId, reason })),
});
