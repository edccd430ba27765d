import type { Result } from '@comet/foundation';
import type { Adjustment, Paddle } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

/** A part of a transaction's line to refund, in the minor unit, tax included. */
export interface RefundedLine {
  readonly itemId: string;
  readonly amount: number;
}

export interface PaymentRefunds {
  /** Returns the refunds of a transaction, completed or requested, and its chargebacks. */
  adjustments(transactionId: string): Promise<Result<readonly Adjustment[], PaddleFailure>>;
  /** Requests a full refund of a transaction. */
  refund(transactionId: string, reason: string): Promise<Result<Adjustment, PaddleFailure>>;
  /** Requests a refund of parts of a transaction's lines. Paddle refuses a sum above what is left. */
  refundPart(
    transactionId: string,
    lines: readonly RefundedLine[],
    reason: string,
  ): Promise<Result<Adjustment, PaddleFailure>>;
}

/** Paddle's largest page: a payment has fewer adjustments. */
const perPage = 200;

/** https://developer.paddle.com/api-reference/adjustments */
export const createPaymentRefunds = (paddle: Paddle): PaymentRefunds => ({
  adjustments: (transactionId) =>
    callPaddle(() => paddle.adjustments.list({ transactionId: [transactionId], perPage }).next()),
  refund: (transactionId, reason) =>
    callPaddle(() => paddle.adjustments.create({ action: 'refund', type: 'full', transactionId, reason })),
  refundPart: (transactionId, lines, reason) =>
    callPaddle(() =>
      paddle.adjustments.create({
        ...{ action: 'refund', type: 'partial', transactionId, reason },
        items: lines.map(({ itemId, amount }) => ({ itemId, type: 'partial', amount: String(amount) })),
      }),
    ),
});
