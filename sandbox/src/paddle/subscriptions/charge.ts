import type { BillingFacts, DeclineCode, SavedMethod } from '../state.ts';
import { recordAttempt, announceFailure, markCompleted, markPaid } from '../transactions/payments.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { requestedItems } from '../transactions/requested-items.ts';
import { createTransaction, updateTransaction } from '../transactions/transaction.ts';

/**
 * Takes the transaction's amount from the payment method on file; true when it was captured. A refusal comes from the
 * card, or from the sandbox's `fail-next-charge`. Nothing is announced yet.
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
 * POST /subscriptions/ID/charge: bills prices that are paid once to the method on file, by a transaction with origin `subscription_charge`.
 * The subscription stays as it is. A refused card charges nothing (`on_payment_failure: prevent_change`) and throws
 * `subscription_payment_declined`. Only `effective_from: immediately` is made here.
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
