import type { CardFacts } from '../../platform/keys/keyed-hashes.ts';

/** A provider's notification, reduced to the fields used here. Times are ISO 8601 in UTC. */
export type ProviderEvent = PaymentCompleted | SubscriptionChanged | PaymentAdjusted | CheckoutEnded;

/** A payment was received (or a free trial has begun). The only event that gives access. */
export interface PaymentCompleted {
  readonly type: 'payment_completed';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: string | null;
  readonly priceIds: readonly string[];
  /** The provider's discount; absent in events that were stored before this field existed, and for coins. */
  readonly discountId?: string | null;
  /** In the minor unit, tax included. */
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly period: { readonly startsAt: string; readonly endsAt: string } | null;
  readonly method: { readonly kind: 'card' | 'paypal' | 'crypto'; readonly lastDigits: string | null } | null;
  /** The card that paid, where the provider supplies all fields. */
  readonly card?: CardFacts;
  /** The payment is the price difference of a plan change: the rest of the previous period is credited in it. */
  readonly isPlanChange?: true;
}

export interface SubscriptionChanged {
  readonly type: 'subscription_changed';
  readonly at: string;
  readonly subscriptionId: string;
  /** The transaction that created the subscription, where the event names it. */
  readonly transactionId: string | null;
  readonly status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** The price ids of the next charge; absent in events that were stored before this field existed. */
  readonly priceIds?: readonly string[];
  readonly nextPaymentAt: string | null;
  readonly periodEndsAt: string | null;
  /** When a requested cancellation takes effect. */
  readonly cancelsAt: string | null;
  readonly canceledAt: string | null;
}

/** A full or partial refund of a payment, or a chargeback, possibly reversed. */
export interface PaymentAdjusted {
  readonly type: 'payment_adjusted';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: string | null;
  readonly adjustmentId: string;
  readonly action: 'refund' | 'chargeback' | 'chargeback_reversal';
  readonly status: 'pending' | 'approved' | 'rejected' | 'reversed';
  /** Everything that was left of the payment. */
  readonly isWhole: boolean;
  /** In the minor unit, tax included, never negative. */
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
}

/** The checkout accepts no more payments; coins in transit may still arrive. */
export interface CheckoutEnded {
  readonly type: 'checkout_ended';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: null;
  readonly reason: 'expired' | 'canceled' | 'invalid' | 'underpaid';
}
