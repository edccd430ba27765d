import type { CardFacts } from '../../platform/keys/card-hash.ts';

/** What a payment provider has told us, reduced to what matters here. Times are ISO 8601 in UTC. */
export type ProviderEvent = PaymentCompleted | SubscriptionChanged | PaymentAdjusted | CheckoutEnded;

/** Money has arrived (or a trial has begun, for nothing). The only event that gives access. */
export interface PaymentCompleted {
  readonly type: 'payment_completed';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: string | null;
  readonly priceIds: readonly string[];
  /** In the minor unit, tax included. */
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly period: { readonly startsAt: string; readonly endsAt: string } | null;
  readonly method: { readonly kind: 'card' | 'paypal' | 'crypto'; readonly lastDigits: string | null } | null;
  /** The card that paid, where the provider gives all of these. */
  readonly card?: CardFacts;
  /** It is the difference that a change of plan cost: what was left of the period before is in it, in money. */
  readonly isPlanChange?: true;
}

export interface SubscriptionChanged {
  readonly type: 'subscription_changed';
  readonly at: string;
  readonly subscriptionId: string;
  /** The transaction that made the subscription, where the event names it. */
  readonly transactionId: string | null;
  readonly status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** What it will be charged for next; not known of what was kept before this was read. */
  readonly priceIds?: readonly string[];
  readonly nextPaymentAt: string | null;
  readonly periodEndsAt: string | null;
  /** When a cancellation that was asked for takes effect. */
  readonly cancelsAt: string | null;
  readonly canceledAt: string | null;
}

/** A payment, or a part of it, goes back to the customer, or a bank took it back and perhaps returned it. */
export interface PaymentAdjusted {
  readonly type: 'payment_adjusted';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: string | null;
  readonly adjustmentId: string;
  readonly action: 'refund' | 'chargeback' | 'chargeback_reversal';
  readonly status: 'pending' | 'approved' | 'rejected' | 'reversed';
  /** All that was left of the payment. */
  readonly isWhole: boolean;
  /** In the minor unit, tax included, never negative. */
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
}

/** Nobody can pay in this checkout any more; coins that are on their way may still arrive. */
export interface CheckoutEnded {
  readonly type: 'checkout_ended';
  readonly at: string;
  readonly transactionId: string;
  readonly subscriptionId: null;
  readonly reason: 'expired' | 'canceled' | 'invalid' | 'underpaid';
}
