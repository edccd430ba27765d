import type { ProviderEvent } from '../subscription/index.ts';

/** A payment as the books need it once its account is gone. Nothing in it leads to a person. */
export interface PastPayment {
  /** The day in UTC, `2026-11-21`. */
  readonly paidOn: string;
  /** In the minor unit, tax included. */
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly refunded: boolean;
}

/** Every payment that the events tell of, once; a trial has paid nothing. */
export function pastPaymentsOf(events: readonly ProviderEvent[]): readonly PastPayment[] {
  const refunded = new Set(
    events.flatMap((event) => (event.type === 'payment_refunded' ? [event.transactionId] : [])),
  );
  const payments = new Map<string, PastPayment>();
  for (const event of events) {
    if (event.type !== 'payment_completed' || event.amount === 0) continue;
    payments.set(event.transactionId, {
      paidOn: new Date(event.at).toISOString().slice(0, 10),
      amount: event.amount,
      tax: event.tax,
      currency: event.currency,
      refunded: refunded.has(event.transactionId),
    });
  }
  return [...payments.values()];
}
