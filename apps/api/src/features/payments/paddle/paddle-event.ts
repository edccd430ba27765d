import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import type { CardFacts } from '../../../platform/keys/keyed-hashes.ts';
import type { ReceivedEvent } from '../inbox/received-event.ts';
import type { PaymentAdjusted, ProviderEvent } from '../../subscription/index.ts';

const text = z.string().check(z.minLength(1), z.maxLength(200));
const time = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));
const maybe = <T extends z.ZodMiniType>(schema: T) => z.nullable(z._default(z.nullable(schema), null));
/** Paddle sends amounts as decimal strings in the minor unit. */
const amount = z.string().check(z.regex(/^-?\d{1,12}$/));
const period = z.object({ starts_at: time, ends_at: time });

const envelope = z.object({
  event_id: text,
  event_type: text,
  occurred_at: time,
  data: z.record(z.string(), z.unknown()),
});

const transaction = z.object({
  id: text,
  origin: z._default(z.string(), 'web'),
  subscription_id: maybe(text),
  currency_code: z.string(),
  billing_period: maybe(period),
  items: z.array(z.object({ price: z.object({ id: text }) })),
  discount_id: maybe(text),
  details: z.object({ totals: z.object({ grand_total: amount, tax: amount }) }),
  payments: z._default(
    z.array(
      z.object({
        status: z.string(),
        method_details: maybe(
          z.object({
            type: z.string(),
            card: maybe(
              z.object({
                type: maybe(z.string()),
                last4: maybe(z.string()),
                expiry_month: maybe(z.number()),
                expiry_year: maybe(z.number()),
              }),
            ),
          }),
        ),
      }),
    ),
    [],
  ),
});

const subscription = z.object({
  id: text,
  transaction_id: maybe(text),
  status: z.enum(['trialing', 'active', 'past_due', 'paused', 'canceled']),
  next_billed_at: maybe(time),
  current_billing_period: maybe(period),
  scheduled_change: maybe(z.object({ action: z.string(), effective_at: time })),
  canceled_at: maybe(time),
  items: z._default(z.array(z.object({ price: z.object({ id: text }) })), []),
});

const adjustment = z.object({
  id: text,
  action: z.string(),
  status: z.enum(['pending_approval', 'approved', 'rejected', 'reversed']),
  type: z._default(z.string(), 'full'),
  transaction_id: text,
  subscription_id: maybe(text),
  currency_code: z.string(),
  totals: z.object({ total: amount, tax: amount }),
});

type Transaction = z.output<typeof transaction>;
type Subscription = z.output<typeof subscription>;
type Adjustment = z.output<typeof adjustment>;

/** Parses a notification of Paddle Billing. Unknown event types are accepted; a known type with an invalid schema is an error. */
export function readPaddleEvent(json: unknown): Result<ReceivedEvent, 'malformed'> {
  const outer = envelope.safeParse(json);
  if (!outer.success) return err('malformed');
  const { event_id: eventId, event_type: eventType, occurred_at, data } = outer.data;
  const occurredAt = new Date(occurred_at);
  const event = readData(eventType, occurredAt.toISOString(), data);
  if (!event.ok) return event;
  const { transactionId = null, subscriptionId = null } = event.value ?? {};
  return ok({ eventId, eventType, occurredAt, transactionId, subscriptionId, event: event.value });
}

function readData(kind: string, at: string, data: unknown): Result<ProviderEvent | null, 'malformed'> {
  if (kind === 'transaction.completed') {
    const parsed = transaction.safeParse(data);
    if (!parsed.success) return err('malformed');
    return ok(isPayment(parsed.data) ? paymentOf(parsed.data, at) : null);
  }
  if (kind.startsWith('subscription.')) {
    const parsed = subscription.safeParse(data);
    return parsed.success ? ok(changeOf(parsed.data, at)) : err('malformed');
  }
  if (kind.startsWith('adjustment.')) {
    const parsed = adjustment.safeParse(data);
    if (!parsed.success) return err('malformed');
    return ok(adjustmentOf(parsed.data, at));
  }
  return ok(null);
}

/** A payment method update is a transaction over zero: it pays for nothing. */
export function isPayment({ origin }: { readonly origin: string }): boolean {
  return origin !== 'subscription_payment_method_change';
}

/**
 * Returns the subscription that a payment is about. Other charges on a subscription, such as data bought separately, are orders of their
 * own: they extend no period and are not derived with the plan.
 */
export function subscriptionOf(origin: string, subscriptionId: string | null): string | null {
  return origin === 'subscription_charge' ? null : subscriptionId;
}

/** The marker of a payment that was caused by a plan change. */
export function changeOfPlan({ origin }: { readonly origin: string }): { readonly isPlanChange?: true } {
  return origin === 'subscription_update' ? { isPlanChange: true } : {};
}

/** Returns the card where type, last digits and expiry are all present; otherwise an empty object. */
export function cardOf(given: { readonly [K in keyof CardFacts]?: CardFacts[K] | null | undefined }): {
  readonly card?: CardFacts;
} {
  const { type, lastDigits, expiryMonth, expiryYear } = given;
  if (!type || !lastDigits || !expiryMonth || !expiryYear) return {};
  return { card: { type, lastDigits, expiryMonth, expiryYear } };
}

/** The adjustments that move money between us and a customer; credits and warnings do not. */
export const movingActions: Readonly<Record<string, PaymentAdjusted['action']>> = {
  refund: 'refund',
  chargeback: 'chargeback',
  chargeback_reverse: 'chargeback_reversal',
};

function adjustmentOf(data: Adjustment, at: string): ProviderEvent | null {
  const action = movingActions[data.action];
  if (action === undefined) return null;
  return {
    type: 'payment_adjusted',
    at,
    transactionId: data.transaction_id,
    subscriptionId: data.subscription_id,
    adjustmentId: data.id,
    action,
    status: data.status === 'pending_approval' ? 'pending' : data.status,
    isWhole: data.type === 'full',
    amount: Math.abs(Number(data.totals.total)),
    tax: Math.abs(Number(data.totals.tax)),
    currency: data.currency_code,
  };
}

function paymentOf(data: Transaction, at: string): ProviderEvent {
  const details = data.payments.find((payment) => payment.status === 'captured')?.method_details ?? null;
  const kind = details?.type === 'card' || details?.type === 'paypal' ? details.type : null;
  return {
    type: 'payment_completed',
    at,
    transactionId: data.id,
    subscriptionId: subscriptionOf(data.origin, data.subscription_id),
    priceIds: data.items.map((item) => item.price.id),
    discountId: data.discount_id,
    amount: Number(data.details.totals.grand_total),
    tax: Number(data.details.totals.tax),
    currency: data.currency_code,
    period:
      data.billing_period === null
        ? null
        : { startsAt: data.billing_period.starts_at, endsAt: data.billing_period.ends_at },
    method: kind === null ? null : { kind, lastDigits: details?.card?.last4 ?? null },
    ...cardOf({
      type: details?.card?.type,
      lastDigits: details?.card?.last4,
      expiryMonth: details?.card?.expiry_month,
      expiryYear: details?.card?.expiry_year,
    }),
    ...changeOfPlan(data),
  };
}

function changeOf(data: Subscription, at: string): ProviderEvent {
  const { scheduled_change: change } = data;
  return {
    type: 'subscription_changed',
    at,
    subscriptionId: data.id,
    transactionId: data.transaction_id,
    status: data.status,
    nextPaymentAt: data.next_billed_at,
    periodEndsAt: data.current_billing_period?.ends_at ?? null,
    cancelsAt: change?.action === 'cancel' ? change.effective_at : null,
    canceledAt: data.canceled_at,
    priceIds: data.items.map((item) => item.price.id),
  };
}
