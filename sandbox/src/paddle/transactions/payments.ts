import { randomUUID } from 'node:crypto';
import type { DeclineCode, SavedMethod } from '../state.ts';
import type { PaymentAttempt, PaymentMethodDetails, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { paidDetails, updateTransaction } from './transaction.ts';

/** Outcome of a payment attempt, or that it waits for the customer's bank. */
export type PaymentOutcome =
  | { readonly kind: 'captured' }
  | { readonly kind: 'action_required' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'error'; readonly code: DeclineCode | 'authentication_failed' };

/** Adds an attempt to the transaction's payments, newest first as in Paddle's lists. Sends no event. */
export function recordAttempt(
  context: PaddleContext,
  transaction: Transaction,
  method: SavedMethod,
  outcome: PaymentOutcome,
): PaymentAttempt {
  const attempt: PaymentAttempt = {
    payment_attempt_id: randomUUID(),
    stored_payment_method_id: method.storedId,
    payment_method_id: method.id,
    amount: transaction.details?.totals?.grand_total ?? '0',
    status: outcome.kind,
    error_code: outcome.kind === 'error' ? outcome.code : null,
    method_details: method.details,
    created_at: context.timestamp(),
    captured_at: outcome.kind === 'captured' ? context.timestamp() : null,
  };
  transaction.payments = [attempt, ...transaction.payments];
  return attempt;
}

/** Ends an attempt that waited for the customer's bank or PayPal, which returns the account. */
export function endAttempt(
  context: PaddleContext,
  transaction: Transaction,
  attemptId: string,
  outcome: PaymentOutcome,
  details?: PaymentMethodDetails,
): void {
  transaction.payments = transaction.payments.map((attempt) =>
    attempt.payment_attempt_id === attemptId
      ? {
          ...attempt,
          method_details: details ?? attempt.method_details ?? null,
          status: outcome.kind,
          error_code: outcome.kind === 'error' ? outcome.code : null,
          captured_at: outcome.kind === 'captured' ? context.timestamp() : null,
        }
      : attempt,
  );
}

/** Sends the event of a failed payment; the transaction keeps its status. */
export function announceFailure(context: PaddleContext, transaction: Transaction): void {
  updateTransaction(context, transaction, {});
  context.emit('transaction.payment_failed', transaction);
}

/** Marks a transaction as `paid` and settles its totals. */
export function markPaid(
  context: PaddleContext,
  transaction: Transaction,
  changes: Partial<Transaction> = {},
): void {
  updateTransaction(context, transaction, {
    ...changes,
    status: 'paid',
    billed_at: transaction.billed_at ?? context.timestamp(),
    details: paidDetails(context, transaction) ?? null,
  });
}

/** Marks a transaction as `completed` and assigns an invoice number. */
export function markCompleted(context: PaddleContext, transaction: Transaction): void {
  context.state.lastInvoice += 1;
  const discount = context.state.discounts[transaction.discount_id ?? ''];
  if (discount !== undefined) discount.times_used += 1;
  updateTransaction(context, transaction, {
    status: 'completed',
    invoice_id: context.newId('inv'),
    invoice_number: `4800-${context.state.lastInvoice}`,
  });
}
