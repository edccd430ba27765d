import { createAddress } from '../customers/addresses.ts';
import { createCustomer, customerByEmail } from '../customers/customers.ts';
import type { SavedMethod } from '../state.ts';
import { recoverFromDunning } from '../subscriptions/renewal.ts';
import { startSubscription } from '../subscriptions/subscription.ts';
import { markCompleted, markPaid } from '../transactions/payments.ts';
import { updateTransaction } from '../transactions/transaction.ts';
import type { Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

/** Sets the customer and address of a draft, which makes it ready for payment. */
export function makeReady(context: PaddleContext, transaction: Transaction, email: string): void {
  if (transaction.status !== 'draft') return;
  const customerId =
    transaction.customer_id ??
    (
      customerByEmail(context, email) ??
      createCustomer(context, email, { name: null, customData: null, locale: 'en' })
    ).id;
  const addressId = transaction.address_id ?? createAddress(context, customerId, 'US', '10001').id;
  updateTransaction(context, transaction, {
    status: 'ready',
    customer_id: customerId,
    address_id: addressId,
  });
}

/**
 * Completes a captured payment at the checkout. First payment: sends `transaction.paid`, starts the subscription, sends
 * `transaction.completed`. Past-due payment: reactivates the subscription. Change of the payment method: stores the new method for the
 * subscription.
 */
export function completeCheckout(
  context: PaddleContext,
  transaction: Transaction,
  method: SavedMethod,
): void {
  context.state.savedMethods[method.id] = method;
  const { subscription_id: subscriptionId } = transaction;
  const facts = subscriptionId ? context.state.billing[subscriptionId] : undefined;
  if (facts !== undefined) facts.methodId = method.id;
  if (facts?.dunning?.transactionId === transaction.id) {
    recoverFromDunning(context, transaction);
    return;
  }
  markPaid(context, transaction);
  const started = subscriptionId ? null : startSubscription(context, transaction, method.id);
  if (started !== null) {
    updateTransaction(context, transaction, {
      subscription_id: started.id,
      billing_period: started.current_billing_period ?? null,
    });
  }
  markCompleted(context, transaction);
}
