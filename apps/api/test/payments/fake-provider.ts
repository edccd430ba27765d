import { createHmac } from 'node:crypto';
import { ok } from '@comet/foundation';
import type { Checkout } from '../../src/platform/paddle/checkout.ts';

/** A fake Paddle: it creates transactions at once and sends no notifications itself. */
export interface FakeProvider {
  readonly checkout: Checkout;
  /** The created transactions, in order. */
  readonly transactions: readonly string[];
  /** The charge of each transaction. */
  readonly charges: ReadonlyMap<string, Charge>;
}

export interface Charge {
  readonly priceId: string;
  readonly quantity: number;
  readonly discountId: string | null;
}

export function createFakeProvider(): FakeProvider {
  const transactions: string[] = [];
  const charges = new Map<string, Charge>();
  return {
    transactions,
    charges,
    checkout: {
      customer: (email) => Promise.resolve(ok(`ctm_${email}`)),
      discount: ({ description }) => Promise.resolve(ok(`dsc_${description}`)),
      async transaction({ orderId, priceId, quantity, discountId }) {
        const id = `txn_${transactions.length}_${orderId}`;
        transactions.push(id);
        charges.set(id, { priceId, quantity, discountId });
        return ok(id);
      },
    },
  };
}

/** The header with which Paddle signs a body. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const ts = Math.floor(at.getTime() / 1000);
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;
}

let events = 0;

interface Notified {
  readonly transactionId: string;
  readonly subscriptionId: string;
  readonly at: Date;
}

/** Paddle's `transaction.completed` event. */
export function transactionCompleted(
  paid: Notified & {
    readonly priceId?: string;
    readonly discountId?: string;
    /** Tax included. */
    readonly total?: number;
    readonly tax?: number;
    readonly period: { readonly from: Date; readonly until: Date };
    /** The card that paid, with Paddle's fields; null for PayPal. */
    readonly card?: TestCard | null;
  },
) {
  return envelope('transaction.completed', paid.at, {
    id: paid.transactionId,
    subscription_id: paid.subscriptionId,
    status: 'completed',
    currency_code: 'USD',
    billing_period: { starts_at: paid.period.from.toISOString(), ends_at: paid.period.until.toISOString() },
    items: [{ price: { id: paid.priceId ?? 'pri_plain' }, quantity: 1 }],
    discount_id: paid.discountId ?? null,
    details: { totals: { grand_total: String(paid.total ?? 5988), tax: String(paid.tax ?? 0) } },
    payments: [
      {
        status: 'captured',
        method_details:
          paid.card === null
            ? { type: 'paypal', card: null }
            : { type: 'card', card: paid.card ?? { last4: '4242' } },
      },
    ],
  });
}

/** https://developer.paddle.com/api-reference/transactions */
export interface TestCard {
  readonly type: string;
  readonly last4: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
}

/** A one-time purchase has no subscription. */
type Adjusted = Omit<Notified, 'subscriptionId'> & { readonly subscriptionId: string | null };

/** Paddle's `transaction.completed` event of a one-time purchase. */
export function purchaseCompleted(paid: {
  readonly transactionId: string;
  readonly at: Date;
  readonly priceId: string;
  readonly total: number;
  /** The subscription whose card paid for it, where there was no checkout. */
  readonly chargedOn?: string;
}) {
  return envelope('transaction.completed', paid.at, {
    id: paid.transactionId,
    origin: paid.chargedOn === undefined ? 'web' : 'subscription_charge',
    subscription_id: paid.chargedOn ?? null,
    status: 'completed',
    currency_code: 'USD',
    billing_period: null,
    items: [{ price: { id: paid.priceId }, quantity: 1 }],
    details: { totals: { grand_total: String(paid.total), tax: '0' } },
    payments: [{ status: 'captured', method_details: { type: 'card', card: { last4: '4242' } } }],
  });
}

/** Paddle's `subscription.*` event. */
export function subscriptionChanged(
  changed: Notified & {
    readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
    readonly nextPaymentAt?: Date;
    readonly cancelsAt?: Date;
    readonly canceledAt?: Date;
  },
) {
  const { cancelsAt } = changed;
  return envelope('subscription.updated', changed.at, {
    id: changed.subscriptionId,
    transaction_id: null,
    status: changed.status,
    next_billed_at: changed.nextPaymentAt?.toISOString() ?? null,
    current_billing_period: null,
    scheduled_change:
      cancelsAt === undefined ? null : { action: 'cancel', effective_at: cancelsAt.toISOString() },
    canceled_at: changed.canceledAt?.toISOString() ?? null,
  });
}

/** Paddle's event of an approved full refund. */
export function refundApproved(refunded: Adjusted) {
  return adjusted(refunded);
}

/** Paddle's `adjustment.*` event, by default an approved full refund. */
export function adjusted(
  given: Adjusted & {
    readonly id?: string;
    readonly action?: 'refund' | 'chargeback' | 'chargeback_reverse' | 'credit';
    readonly status?: 'pending_approval' | 'approved' | 'rejected' | 'reversed';
    readonly type?: 'full' | 'partial';
    readonly amount?: number;
  },
) {
  const total = String(given.amount ?? 5988);
  return envelope('adjustment.updated', given.at, {
    id: given.id ?? `adj_${given.transactionId}`,
    action: given.action ?? 'refund',
    type: given.type ?? 'full',
    status: given.status ?? 'approved',
    transaction_id: given.transactionId,
    subscription_id: given.subscriptionId,
    currency_code: 'USD',
    totals: { subtotal: total, tax: '0', total },
  });
}

function envelope(type: string, at: Date, data: object) {
  events += 1;
  return { event_id: `evt_${events}`, event_type: type, occurred_at: at.toISOString(), data };
}
