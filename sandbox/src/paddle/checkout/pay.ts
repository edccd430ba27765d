import { err, ok, type Result } from '@comet/foundation';
import { fieldsOf } from '../api/fields.ts';
import type { SavedMethod } from '../state.ts';
import { announceFailure, endAttempt, recordAttempt } from '../transactions/payments.ts';
import { transactionById } from '../transactions/transaction.ts';
import type { Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { CheckoutData, PaymentResult } from './browser/checkout-data.ts';
import { cardProblem, methodOf } from './cards.ts';
import { checkoutData } from './checkout-data.ts';
import { completeCheckout, makeReady } from './complete.ts';

type Settings = CheckoutData['settings'];

interface Attempt {
  readonly transaction: Transaction;
  readonly attemptId: string;
  readonly method: SavedMethod;
  /** Further fields of the response. */
  readonly fields: ReturnType<typeof fieldsOf>;
}

const DECLINED = 'Your card was declined. Nothing was charged. Try another card.';
const NOT_CONFIRMED = 'The payment was not confirmed with your bank. Nothing was charged.';
/** The message of a closed checkout. */
const GONE = 'This checkout is no longer open.';

/** Pays a transaction with a typed card. A paid transaction does not change. */
export function payByCard(
  context: PaddleContext,
  id: string,
  body: unknown,
  settings: Settings,
): PaymentResult {
  const transaction = transactionById(context, id);
  const settled = alreadySettled(context, transaction, settings);
  if (settled !== null) return settled;
  const fields = fieldsOf(body);
  const read = (name: string): string => fields.textOrNull(name) ?? '';
  const card = { number: read('number'), expiry: read('expiry'), cvc: read('cvc'), name: read('name') };
  const email = read('email');
  const problem = cardProblem(card, context.now());
  const wrongEmail = emailProblem(transaction, email);
  if (problem !== null || wrongEmail !== null) {
    return { kind: 'invalid', problem: { ...problem, email: wrongEmail } };
  }
  makeReady(context, transaction, email);
  const { outcome, method } = methodOf(card, transaction.customer_id ?? '', context);
  switch (outcome) {
    case 'pays':
    case 'pays_once':
      recordAttempt(context, transaction, method, { kind: 'captured' });
      return completed(context, transaction, method, settings);
    case 'declined':
      recordAttempt(context, transaction, method, { kind: 'error', code: 'declined' });
      return declined(context, transaction, DECLINED, settings);
    case 'asks': {
      const attempt = recordAttempt(context, transaction, method, { kind: 'action_required' });
      context.state.challenges[attempt.payment_attempt_id] = { transactionId: transaction.id, method };
      context.changed();
      const data = checkoutData(context, transaction, settings);
      return { kind: 'challenge', attempt_id: attempt.payment_attempt_id, data };
    }
  }
}

/** Ends the 3-D Secure step with the customer's answer. */
export function completeChallenge(
  context: PaddleContext,
  id: string,
  body: unknown,
  settings: Settings,
): PaymentResult {
  const taken = takeAttempt(context, id, body, settings);
  if (!taken.ok) return taken.error;
  const { transaction, attemptId, method, fields } = taken.value;
  if (fields.bool('confirmed', false)) {
    endAttempt(context, transaction, attemptId, { kind: 'captured' });
    return completed(context, transaction, method, settings);
  }
  endAttempt(context, transaction, attemptId, { kind: 'error', code: 'authentication_failed' });
  return declined(context, transaction, NOT_CONFIRMED, settings);
}

/**
 * Removes and returns the attempt that waits for the customer's decision (3-D Secure or PayPal); if there is none, returns the checkout's
 * message.
 */
export function takeAttempt(
  context: PaddleContext,
  id: string,
  body: unknown,
  settings: Settings,
): Result<Attempt, PaymentResult> {
  const transaction = transactionById(context, id);
  const settled = alreadySettled(context, transaction, settings);
  if (settled !== null) return err(settled);
  const fields = fieldsOf(body);
  const attemptId = fields.textOrNull('attempt_id') ?? '';
  const waiting = context.state.challenges[attemptId];
  if (waiting?.transactionId !== id) return err({ kind: 'unavailable', message: GONE });
  delete context.state.challenges[attemptId];
  return ok({ transaction, attemptId, method: waiting.method, fields });
}

/** Returns whether a transaction can still be paid at a checkout. */
export function isPayable(transaction: Transaction): boolean {
  return ['draft', 'ready', 'past_due', 'billed'].includes(transaction.status);
}

/** Returns the error of a typed email; null if it is valid or already known. */
export function emailProblem(transaction: Transaction, email: string): string | null {
  return !transaction.customer_id && !/^[^\s@]+@[^\s@]+$/.test(email) ? 'Enter your email address.' : null;
}

/** Returns the response of a checkout with nothing left to pay; null if a payment is possible. */
export function alreadySettled(
  context: PaddleContext,
  transaction: Transaction,
  settings: Settings,
): PaymentResult | null {
  if (isPayable(transaction)) return null;
  return transaction.status === 'canceled'
    ? { kind: 'unavailable', message: GONE }
    : { kind: 'completed', data: checkoutData(context, transaction, settings) };
}

/** Completes a captured payment. */
export function completed(
  context: PaddleContext,
  transaction: Transaction,
  method: SavedMethod,
  settings: Settings,
): PaymentResult {
  completeCheckout(context, transaction, method);
  return { kind: 'completed', data: checkoutData(context, transaction, settings) };
}

function declined(
  context: PaddleContext,
  transaction: Transaction,
  message: string,
  settings: Settings,
): PaymentResult {
  announceFailure(context, transaction);
  return { kind: 'declined', message, data: checkoutData(context, transaction, settings) };
}
