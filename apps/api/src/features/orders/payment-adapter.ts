import type { Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import type { StoredOrder } from './orders.store.ts';

/** A checkout that a provider has made for an order: the columns to store. */
export interface OpenCheckout {
  readonly columns: Partial<
    Pick<
      StoredOrder,
      | 'paddleTransactionId'
      | 'paddlePriceId'
      | 'paddleQuantity'
      | 'paddleDiscountId'
      | 'coingateOrderId'
      | 'coingateTokenHash'
      | 'paymentUrl'
    >
  >;
  /** The customer's id at the provider, if it has customers. */
  readonly paddleCustomerId?: string;
  /** The coupon's discount at the provider, if it was created for this checkout. */
  readonly discount?: { readonly couponId: string; readonly paddleDiscountId: string };
}

/** Takes payments of orders through one provider. The amount was decided before and is stored in the order. */
export interface PaymentAdapter {
  readonly provider: PaymentProvider;
  readonly methods: readonly PaymentMethod[];
  /** Reads what the checkout needs. The returned function calls the provider, after the transaction and without a connection. */
  prepare(
    trx: DatabaseTransaction,
    charge: { readonly order: StoredOrder; readonly user: SignedInUser },
  ): Promise<Result<() => Promise<Result<OpenCheckout, PaddleFailure>>, PaddleFailure>>;
}
