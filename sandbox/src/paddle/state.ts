import {
  type Attempt,
  COMMON_MODES,
  type Delivery,
  type DeliveryRule,
} from '../platform/delivery/delivery.ts';
import type { FaultRule } from '../platform/fault-injection.ts';
import type { PaddleFault } from './api/fault-injection.ts';
import type {
  Address,
  Adjustment,
  Customer,
  Discount,
  PaymentMethodDetails,
  Price,
  Product,
  Subscription,
  Transaction,
} from './wire.ts';

/** Decline codes of a charge (Paddle's `error_code` of a payment attempt). */
export type DeclineCode = 'declined' | 'not_enough_balance' | 'expired_card' | 'blocked_card' | 'fraud';

export const DECLINE_CODES: readonly DeclineCode[] = [
  'declined',
  'not_enough_balance',
  'expired_card',
  'blocked_card',
  'fraud',
];

/** How the sandbox delivers webhooks. */
export const DELIVERY_MODES = [...COMMON_MODES, 'bad_signature', 'two_h1'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** A stored payment method, which renewals charge. */
export interface SavedMethod {
  readonly id: string;
  readonly storedId: string;
  readonly customerId: string;
  readonly details: PaymentMethodDetails;
  /** `decline` for a card that succeeds only once. */
  readonly laterCharges: 'succeed' | 'decline';
}

/** Internal data of a subscription. */
export interface BillingFacts {
  methodId: string;
  /** Number of further bills with the subscription's discount; null or missing: all. */
  discountedBills?: number | null;
  /** Set while a renewal is unpaid: transaction, number of attempts, and next attempt. */
  dunning: { transactionId: string; attempts: number; failedAt: string; nextAttemptAt: string } | null;
}

/** An event for the webhook destination. `body` is the exact body without the notification id. */
export interface PaddleEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly data: Record<string, unknown>;
}

/** A delivery attempt of a notification. */
export interface DeliveryAttempt extends Attempt {
  readonly signature: 'valid' | 'bad' | 'two_h1';
}

/** A queued delivery of an event, as Paddle's notifications: one event can have several (replays). */
export interface Notification extends Delivery {
  readonly event_id: string;
  readonly origin: 'event' | 'replay';
  readonly mode: DeliveryMode;
  readonly attempts: DeliveryAttempt[];
}

/** An event to be sent on demand, in Paddle's API format. */
export interface Simulation {
  readonly id: string;
  readonly status: 'active' | 'archived';
  readonly notification_setting_id: string;
  readonly name: string;
  readonly type: string;
  readonly payload: Record<string, unknown> | null;
  readonly config: null;
  readonly last_run_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** State of the Paddle sandbox; plain JSON. Records are keyed by id, in order of creation. */
export interface PaddleState {
  products: Record<string, Product>;
  prices: Record<string, Price>;
  customers: Record<string, Customer>;
  addresses: Record<string, Address>;
  transactions: Record<string, Transaction>;
  subscriptions: Record<string, Subscription>;
  adjustments: Record<string, Adjustment>;
  savedMethods: Record<string, SavedMethod>;
  billing: Record<string, BillingFacts>;
  /** Catalogue discounts, and inline discounts of transactions (mode `custom`). */
  discounts: Record<string, Discount>;
  /** Pending 3-D Secure and PayPal steps by payment attempt. */
  challenges: Record<string, { transactionId: string; method: SavedMethod }>;
  /** Customers signed in to the portal, by token. */
  portalSessions: Record<string, { customerId: string; createdAt: string }>;
  simulations: Record<string, Simulation>;
  events: PaddleEvent[];
  notifications: Notification[];
  delivery: DeliveryRule<DeliveryMode>;
  failures: { remaining: number; code: DeclineCode };
  faults: FaultRule<PaddleFault>;
  lastOccurredAt: number;
  lastInvoice: number;
}

/** Returns the state of a new Paddle account. */
export function emptyPaddle(): PaddleState {
  return {
    products: {},
    prices: {},
    customers: {},
    addresses: {},
    transactions: {},
    subscriptions: {},
    adjustments: {},
    savedMethods: {},
    billing: {},
    discounts: {},
    challenges: {},
    portalSessions: {},
    simulations: {},
    events: [],
    notifications: [],
    delivery: { mode: 'normal', delayMs: 5000, remaining: null },
    failures: { remaining: 0, code: 'declined' },
    faults: { kind: 'unavailable', remaining: 0, path: null, text: null },
    lastOccurredAt: 0,
    lastInvoice: 10_000,
  };
}
