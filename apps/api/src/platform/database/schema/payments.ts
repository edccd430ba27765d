import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DedicatedIpType } from './catalogue.ts';

/** Orders, provider events, the ledger, and the one-time benefits of mailboxes. */
export interface PaymentTables {
  orders: OrdersTable;
  providerEvents: ProviderEventsTable;
  refunds: RefundsTable;
  mailboxBenefits: MailboxBenefitsTable;
  cardUses: CardUsesTable;
  ledgerEntries: LedgerEntriesTable;
  ledgerArchives: LedgerArchivesTable;
  ledgerArchiveSums: LedgerArchiveSumsTable;
  archivedReferences: ArchivedReferencesTable;
  refusedWebhooks: RefusedWebhooksTable;
}

export type OrderState = 'draft' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunded';

/** Why a payment of a plan gives no plan and is returned. */
export type PlanReturnReason = 'second_plan' | 'coupon_used_up';

export type PaymentMethod = 'card' | 'paypal' | 'crypto';

export type PaymentProvider = 'paddle' | 'coingate';

export interface StoredOrderLine {
  readonly kind:
    | 'plan'
    | 'plan_discount'
    | 'trial'
    | 'free_months'
    | 'residential_data'
    | 'dedicated_ip'
    | 'proxy_traffic'
    | 'coupon'
    | 'crypto_fee'
    | 'unused_time'
    | 'carried_days';
  readonly quantity: number;
  readonly amount: number;
}

/** The item of an order with the terms of its sale: later changes of a plan do not affect it. */
export type OrderItem =
  | SubscriptionItem
  | {
      readonly kind: 'plan_change';
      /** Our id, not the provider's. */
      readonly subscriptionId: string;
      readonly planId: string;
      readonly months: number;
      /** The renewal price of the new plan. */
      readonly priceAmount: number;
      /** Free months of the new plan, including those that came with the old one; missing in orders older than this field. */
      readonly freeMonths?: number;
      /** How many of them the change adds. */
      readonly addedFreeMonths?: number;
      /** End of the current free days, if the first payment is due after them. ISO 8601. */
      readonly startsAt?: string;
      /** Remaining free time of the old plan that is added to the new one, in milliseconds. */
      readonly carriedMs?: number;
    }
  | { readonly kind: 'residential_data'; readonly gigabytes: number }
  | {
      readonly kind: 'dedicated_ip';
      readonly type: DedicatedIpType;
      readonly country: string;
      readonly months: number;
    }
  | { readonly kind: 'dedicated_ip_extension'; readonly serviceId: string; readonly months: number }
  | { readonly kind: 'proxy_traffic'; readonly gigabytes: number };

export interface SubscriptionItem {
  readonly kind: 'subscription';
  readonly planId: string;
  readonly months: number;
  readonly trialDays: number;
  readonly freeMonths: number;
  /** The renewal price. */
  readonly priceAmount: number;
  /** False where the mailbox has had a refund before, so that this purchase is not refundable. */
  readonly moneyBack?: false;
  /** Start of the period, if later than the payment: it follows a current plan. ISO 8601. */
  readonly startsAt?: string;
}

interface OrdersTable {
  id: Generated<string>;
  /** The short number that people see: `CV-7K3M9Q`. Unique, and never a proof of anything. */
  number: Generated<string>;
  userId: string;
  kind: OrderItem['kind'];
  item: JSONColumnType<OrderItem>;
  state: OrderState;
  currency: string;
  totalAmount: number;
  taxAmount: number | null;
  lines: JSONColumnType<StoredOrderLine[]>;
  method: PaymentMethod | null;
  provider: ColumnType<PaymentProvider | null, PaymentProvider | null | undefined, PaymentProvider | null>;
  paddleTransactionId: string | null;
  paddlePriceId: string | null;
  paddleQuantity: Generated<number>;
  /** The discount of the checkout; null without one, and in orders opened by a release that did not store it. */
  paddleDiscountId: ColumnType<string | null, string | null | undefined, string | null>;
  coingateOrderId: ColumnType<string | null, string | null | undefined, string | null>;
  /** Hash of the token in CoinGate's callbacks about the order. */
  coingateTokenHash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** The provider's page on which the order is paid. */
  paymentUrl: ColumnType<string | null, string | null | undefined, string | null>;
  couponCode: ColumnType<string | null, string | null | undefined, never>;
  /** The id of the provider call in progress for the order, and when its claim expires. */
  checkoutClaim: ColumnType<string | null, never, string | null>;
  checkoutClaimedUntil: ColumnType<Date | null, never, Date | null>;
  /** Why the payment failed, as the provider reports it. */
  failure: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
  processingAt: Date | null;
  paidAt: Date | null;
  refundedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The partial refund whose approval ends what was paid for; null without one. */
  endsWithAdjustment: ColumnType<string | null, string | null | undefined, string | null>;
  /** Why its payment gives no plan and is returned; null for one that does. Decided once, when the payment is first processed. */
  returnReason: ColumnType<
    PlanReturnReason | null,
    PlanReturnReason | null | undefined,
    PlanReturnReason | null
  >;
  /** When the provider was last queried about the payment, and its status there or the failure of the call. */
  providerAskedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  providerAnswer: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The ledger: one entry per movement of money at a provider. Refunds are negative. */
interface LedgerEntriesTable {
  id: Generated<string>;
  provider: PaymentProvider;
  kind: 'payment' | 'refund' | 'chargeback' | 'chargeback_reversal';
  /** The provider's id of the movement (transaction, adjustment or order); its trace after the account's removal. */
  reference: string | null;
  orderId: string | null;
  /** The plan, or the kind of another product. */
  product: string;
  /** In the minor unit, tax included. */
  amount: number;
  tax: number;
  currency: string;
  happenedAt: Date;
  bookedAt: Date;
}

/** A Parquet file of old ledger entries of removed accounts. */
interface LedgerArchivesTable {
  id: Generated<string>;
  /** The first day of the month (UTC) in which its entries were booked. */
  month: ColumnType<Date, string, never>;
  /** In the store of the archive. */
  key: string;
  sha256: Buffer;
  entries: number;
  startedAt: Date;
  /** Null until its entries are removed from `ledgerEntries`. */
  movedAt: Date | null;
}

/** Sums of the entries of a file, in the minor unit. */
interface LedgerArchiveSumsTable {
  archiveId: string;
  provider: string;
  kind: string;
  currency: string;
  entries: number;
  amount: number;
  tax: number;
}

/** The references of archived entries. */
interface ArchivedReferencesTable {
  provider: string;
  kind: string;
  reference: string;
  product: string;
  archiveId: string;
}

/** Rejected notifications, counted by hour and reason. */
interface RefusedWebhooksTable {
  /** Start of the hour. */
  hour: Date;
  reason: string;
  refusals: number;
  firstAt: Date;
  lastAt: Date;
}

interface ProviderEventsTable {
  provider: PaymentProvider;
  eventId: string;
  eventType: string;
  occurredAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
  transactionId: string | null;
  subscriptionId: string | null;
  event: ColumnType<unknown, string | null, never>;
  payload: ColumnType<unknown, string, never>;
  /** Number of failed attempts, and the time of the next one. */
  tries: Generated<number>;
  retryAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Of the last failed attempt. */
  lastError: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A requested refund: the provider decides it, possibly days later. */
interface RefundsTable {
  adjustmentId: string;
  orderId: string;
  transactionId: string;
  state: 'pending' | 'approved' | 'rejected';
  /** In the minor unit, tax included. */
  amount: number;
  currency: string;
  askedAt: Date;
  decidedAt: Date | null;
}

/** One-time benefits of a mailbox in 12 months. The account and the order may be deleted; the keyed hash of the mailbox stays. */
interface MailboxBenefitsTable {
  mailboxHash: Buffer;
  kind: 'trial' | 'refund';
  userId: string | null;
  orderId: string | null;
  claimedAt: Date;
  /** When it was used; until then it is held for an open order. */
  confirmedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Set when the benefit is available again, because the order was not paid or the refund was rejected. */
  isReleased: Generated<boolean>;
  /** When a job found the refund that the provider has made of the claimed order. */
  answeredAt: ColumnType<Date | null, undefined, never>;
}

/**
 * The card of a trial or of a requested refund: a reason for a review, never for a refusal, since different cards can have equal details.
 */
interface CardUsesTable {
  id: Generated<string>;
  cardHash: Buffer;
  kind: 'trial' | 'refund';
  /** Null after the account's removal. */
  userId: string | null;
  orderId: string | null;
  usedAt: Date;
  /** Set by a trigger once another account has used the card too. */
  isShared: Generated<boolean>;
}
