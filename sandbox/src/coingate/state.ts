import {
  type Attempt,
  COMMON_MODES,
  type Delivery,
  type DeliveryRule,
} from '../platform/delivery/delivery.ts';
import type { CommonFault, FaultRule } from '../platform/fault-injection.ts';

/** https://developer.coingate.com/reference/order-statuses */
export type OrderStatus =
  | 'new'
  | 'pending'
  | 'confirming'
  | 'paid'
  | 'invalid'
  | 'expired'
  | 'canceled'
  | 'refunded'
  | 'partially_refunded';

/** The chosen currency and its amount. Amounts are decimal text. */
export interface Choice {
  readonly symbol: string;
  readonly platform: string;
  readonly address: string;
  readonly amount: string;
  readonly rate: string;
  readonly expireAt: string;
}

/** https://developer.coingate.com/reference/create-refund */
export interface Refund {
  readonly id: number;
  /** Amount in the order's price currency, and in the sent coin. */
  readonly requestAmount: string;
  readonly refundAmount: string;
  readonly symbol: string;
  readonly platform: string;
  readonly address: string;
  readonly memo: string | null;
  readonly reason: string;
  readonly email: string;
  readonly ledgerAccountId: string;
  readonly callbackUrl: string | null;
  readonly createdAt: string;
  status: 'pending' | 'completed' | 'rejected';
}

/** An order (CoinGate also calls it invoice) with its internal fields. */
export interface StoredOrder {
  readonly id: number;
  readonly uuid: string;
  readonly orderId: string;
  readonly title: string;
  readonly description: string;
  readonly priceAmount: string;
  readonly priceCurrency: string;
  readonly receiveCurrency: string;
  readonly token: string;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly successUrl: string | null;
  readonly purchaserEmail: string | null;
  readonly createdAt: string;
  status: OrderStatus;
  choice: Choice | null;
  /** Received amount of the chosen coin, decimal text. */
  received: string;
  paidAt: string | null;
  refunds: Refund[];
}

/** `forged_token` first sends a forged `paid` with another token, then the genuine callback. */
export const CALLBACK_MODES = [...COMMON_MODES, 'forged_token'] as const;
export type CallbackMode = (typeof CALLBACK_MODES)[number];

/** A queued callback. `body` is a form, created when the order changed. */
export interface Callback extends Delivery {
  readonly mode: CallbackMode;
  readonly orderId: number;
  readonly url: string;
  readonly body: string;
  readonly attempts: (Attempt & { readonly forged: boolean })[];
}

/** State of the CoinGate sandbox; plain JSON. */
export interface CoingateState {
  orders: Record<string, StoredOrder>;
  callbacks: Callback[];
  delivery: DeliveryRule<CallbackMode>;
  faults: FaultRule<CommonFault>;
  lastId: number;
}

/** Returns the state without orders. */
export function emptyCoingate(): CoingateState {
  return {
    orders: {},
    callbacks: [],
    delivery: { mode: 'normal', delayMs: 5000, remaining: null },
    faults: { kind: 'unavailable', remaining: 0, path: null, text: null },
    lastId: 1_000_000,
  };
}
