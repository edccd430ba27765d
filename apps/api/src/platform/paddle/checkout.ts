import { ApiError, type CurrencyCode, type Paddle } from '@paddle/paddle-node-sdk';
import { ok, type Result } from '@comet/foundation';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

export interface Checkout {
  /** Returns Paddle's customer for an email address, and creates one if there is none. */
  customer(email: string): Promise<Result<string, PaddleFailure>>;
  /** A catalogue discount that cannot be entered in a checkout: either an amount or a percentage is deducted from the first payment. */
  discount(discount: {
    readonly description: string;
    readonly percent: number | null;
    readonly amount: number | null;
    readonly currency: string;
  }): Promise<Result<string, PaddleFailure>>;
  /** Creates a transaction for one price, which Paddle.js can open. `orderId` is stored in it for operators only; no code relies on it. */
  transaction(request: {
    readonly customerId: string;
    readonly priceId: string;
    readonly quantity: number;
    readonly discountId: string | null;
    readonly orderId: string;
  }): Promise<Result<string, PaddleFailure>>;
}

/** Creates the adapter for customers, discounts and transactions of a checkout at Paddle. Failures are returned as a `PaddleFailure`. */
export function createCheckout(paddle: Paddle): Checkout {
  return {
    customer: (email) =>
      callPaddle(async () => {
        try {
          return (await paddle.customers.create({ email })).id;
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'customer_already_exists') throw error;
          const [existing] = await paddle.customers.list({ email: [email] }).next();
          if (existing === undefined) throw error;
          return existing.id;
        }
      }),
    async discount({ description, percent, amount, currency }) {
      const taken =
        percent === null
          ? { type: 'flat' as const, amount: String(amount), currencyCode: currency as CurrencyCode }
          : { type: 'percentage' as const, amount: String(percent) };
      const made = await callPaddle(() =>
        paddle.discounts.create({ ...taken, description, enabledForCheckout: false, recur: false }),
      );
      return made.ok ? ok(made.value.id) : made;
    },
    async transaction({ customerId, priceId, quantity, discountId, orderId }) {
      const made = await callPaddle(() =>
        paddle.transactions.create({
          items: [{ priceId, quantity }],
          customerId,
          ...(discountId === null ? {} : { discountId }),
          customData: { order_id: orderId },
        }),
      );
      return made.ok ? ok(made.value.id) : made;
    },
  };
}
