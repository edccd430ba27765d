import type { BillingFacts, DeclineCode, SavedMethod } from '../state.ts';
import { recordAttempt, announceFailure, markCompleted, markPaid } from '../transactions/payments.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { requestedItems } from '../transactions/requested-items.ts';
import { createTransaction, updateTransaction } from '../transactions/transaction.ts';

/**
 * Charges a transaction to the stored payment method and returns whether it was captured. A decline comes from the card or from
 * `fail-next-charge`. Sends no event.
 */
export function charge(
  context: PaddleContext,
  subscription: Subscription,
  transaction: Transaction,
): boolean {
  const method = methodOnFile(context, context.state.billing[subscription.id]);
  if (method === undefined) return false;
  const refusal = nextRefusal(context, method);
  recordAttempt(
    context,
    transaction,
    method,
    refusal === null ? { kind: 'captured' } : { kind: 'error', code: refusal },
  );
  return refusal === null;
}

function methodOnFile(context: PaddleContext, facts: BillingFacts | undefined): SavedMethod | undefined {
  return facts === undefined ? undefined : context.state.savedMethods[facts.methodId];
}

function nextRefusal(context: PaddleContext, method: SavedMethod): DeclineCode | null {
  const { failures } = context.state;
  if (failures.remaining > 0) {
    failures.remaining -= 1;
    return failures.code;
  }
  return method.laterCharges === 'decline' ? 'declined' : null;
}

/**
 * POST /subscriptions/ID/charge: charges one-time prices to the stored method, by a transaction with origin `subscription_charge`. The
 * subscription does not change. A declined card charges nothing (`on_payment_failure: prevent_change`) and throws
 * `subscription_payment_declined`. Only `effective_from: immediately` is implemented.
 */
export function chargeOnce(context: PaddleContext, subscription: Subscription, fields: Fields): void {
  fields.oneOf('effective_from', ['immediately'], 'immediately');
  fields.oneOf('on_payment_failure', ['prevent_change'], 'prevent_change');
  const items = requestedItems(context, fields);
  if (items.some(({ price }) => price.billing_cycle))
    fields.refuse('items', 'must have prices that do not recur');
  fields.check();
  const transaction = createTransaction(context, {
    items,
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    customData: subscription.custom_data,
    discountId: null,
    origin: 'subscription_charge',
    subscriptionId: subscription.id,
    billingPeriod: null,
    checkoutUrl: null,
    status: 'billed',
  });
  if (!charge(context, subscription, transaction)) {
    announceFailure(context, transaction);
    updateTransaction(context, transaction, { status: 'canceled' });
    throw new PaddleError(
      400,
      { group: 'subscriptions', code: 'subscription_payment_declined' },
      'the payment was declined, and nothing charged',
    );
  }
  markPaid(context, transaction);
  markCompleted(context, transaction);
}
