import { fieldsOf } from '../api/fields.ts';
import type { CheckoutData, PaymentResult } from '../checkout/browser/checkout-data.ts';
import { checkoutData } from '../checkout/checkout-data.ts';
import { makeReady } from '../checkout/complete.ts';
import { alreadySettled, completed, emailProblem, takeAttempt } from '../checkout/pay.ts';
import type { SavedMethod } from '../state.ts';
import { endAttempt, recordAttempt } from '../transactions/payments.ts';
import { transactionById, updateTransaction } from '../transactions/transaction.ts';
import type { PaddleContext } from '../context.ts';

type Settings = CheckoutData['settings'];

const LEFT_PAYPAL = 'You left PayPal without paying. Nothing was charged.';

/**
 * Starts a PayPal attempt, which waits for the customer's answer. `approved` in the body answers it at once, for tests without a browser.
 */
export function payByPaypal(
  context: PaddleContext,
  id: string,
  body: unknown,
  settings: Settings,
): PaymentResult {
  const transaction = transactionById(context, id);
  const settled = alreadySettled(context, transaction, settings);
  if (settled !== null) return settled;
  const fields = fieldsOf(body);
  const email = fields.textOrNull('email') ?? '';
  const problem = emailProblem(transaction, email);
  if (problem !== null) return { kind: 'invalid', problem: { email: problem } };
  makeReady(context, transaction, email);
  const customer = context.state.customers[transaction.customer_id ?? ''];
  const method = accountOf(context, transaction.customer_id ?? '', customer?.email ?? email);
  const attempt = recordAttempt(context, transaction, method, { kind: 'action_required' });
  context.state.challenges[attempt.payment_attempt_id] = { transactionId: id, method };
  context.changed();
  if (fields.has('approved')) {
    const result = { attempt_id: attempt.payment_attempt_id, approved: fields.bool('approved', false) };
    return completePaypal(
      context,
      id,
      { ...result, payer_email: fields.textOrNull('payer_email') },
      settings,
    );
  }
  return {
    kind: 'redirect',
    attempt_id: attempt.payment_attempt_id,
    url: `${context.apiUrl}/paypal/${attempt.payment_attempt_id}`,
    data: checkoutData(context, transaction, settings),
  };
}

/** Ends a PayPal attempt: the customer approved the payment, possibly with another account than the shop's email, or left. */
export function completePaypal(
  context: PaddleContext,
  id: string,
  body: unknown,
  settings: Settings,
): PaymentResult {
  const taken = takeAttempt(context, id, body, settings);
  if (!taken.ok) return taken.error;
  const { transaction, attemptId, fields } = taken.value;
  if (!fields.bool('approved', false)) {
    endAttempt(context, transaction, attemptId, { kind: 'canceled' });
    updateTransaction(context, transaction, {});
    return { kind: 'declined', message: LEFT_PAYPAL, data: checkoutData(context, transaction, settings) };
  }
  const payer = fields.textOrNull('payer_email') || taken.value.method.details.paypal?.email || '';
  const method = withPayer(taken.value.method, payer);
  endAttempt(context, transaction, attemptId, { kind: 'captured' }, method.details);
  return completed(context, transaction, method, settings);
}

function accountOf(context: PaddleContext, customerId: string, email: string): SavedMethod {
  const id = context.newId('paymtd');
  return {
    id,
    storedId: crypto.randomUUID(),
    customerId,
    laterCharges: 'succeed',
    details: {
      type: 'paypal',
      card: null,
      paypal: { email, reference: `B-${id.slice(-17).toUpperCase()}` },
      south_korea_local_card: null,
      underlying_details: null,
    },
  };
}

function withPayer(method: SavedMethod, email: string): SavedMethod {
  const { paypal } = method.details;
  return paypal === null
    ? method
    : { ...method, details: { ...method.details, paypal: { ...paypal, email } } };
}
