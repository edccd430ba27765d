import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { announceFailure, markCompleted, markPaid } from '../transactions/payments.ts';
import { requestedItems } from '../transactions/requested-items.ts';
import { createTransaction, updateTransaction } from '../transactions/transaction.ts';
import type { Subscription } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { charge } from './charge.ts';

/**
 * POST /subscriptions/ID/charge: bills prices that are paid once to the method on file, by a transaction with origin `subscription_charge`.
 * The subscription stays as it is. A refused card charges nothing (`on_payment_failure: prevent_change`) and throws
 * `subscription_payment_declined`. Only `effective_from: immediately` is made here.
 */
export function chargeOnce(world: PaddleWorld, subscription: Subscription, fields: Fields): void {
  fields.oneOf('effective_from', ['immediately'], 'immediately');
  fields.oneOf('on_payment_failure', ['prevent_change'], 'prevent_change');
  const items = requestedItems(world, fields);
  if (items.some(({ price }) => price.billing_cycle))
    fields.refuse('items', 'must have prices that do not recur');
  fields.check();
  const transaction = createTransaction(world, {
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
  if (!charge(world, subscription, transaction)) {
    announceFailure(world, transaction);
    updateTransaction(world, transaction, { status: 'canceled' });
    throw new PaddleError(
      400,
      { group: 'subscriptions', code: 'subscription_payment_declined' },
      'the payment was declined, and nothing charged',
    );
  }
  markPaid(world, transaction);
  markCompleted(world, transaction);
}
