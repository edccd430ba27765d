import { createAdjustment } from '../adjustments/adjustment.ts';
import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { announceFailure, markCompleted, markPaid } from '../transactions/payments.ts';
import { createTransaction, updateTransaction } from '../transactions/transaction.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { ItemChange } from './item-change.ts';
import { charge } from './charge.ts';

/**
 * Charges a change of items to the stored method: sends `transaction.created` with origin `subscription_update`, and after the payment the
 * credits (`adjustment.created`). Returns the subscription's new parts. A declined card changes nothing (`on_payment_failure:
 * prevent_change`) and throws `subscription_payment_declined`.
 */
export function applyChange(
  context: PaddleContext,
  subscription: Subscription,
  change: ItemChange,
  fields: Fields,
): Partial<Subscription> {
  fields.oneOf('on_payment_failure', ['prevent_change'], 'prevent_change');
  fields.check();
  if (change.charges.length > 0) bill(context, subscription, change);
  return changedSubscription(context, subscription, change);
}

/** The subscription's parts that a change replaces. */
export function changedSubscription(
  context: PaddleContext,
  subscription: Subscription,
  change: ItemChange,
): Pick<Subscription, 'items' | 'billing_cycle' | 'current_billing_period' | 'next_billed_at'> {
  const at = context.timestamp();
  const { period } = change;
  return {
    billing_cycle: change.cycle,
    current_billing_period: period,
    next_billed_at: period.ends_at,
    items: change.items.map((item) => {
      const before = subscription.items.find((old) => old.price.id === item.price.id);
      const billed = change.charges.some((charged) => charged.price.id === item.price.id);
      const product = context.state.products[item.price.product_id];
      if (product === undefined) throw new Error(`The product of ${item.price.id} is gone.`);
      return {
        status: subscription.status === 'trialing' ? 'trialing' : 'active',
        quantity: item.quantity,
        recurring: true,
        created_at: before?.created_at ?? at,
        updated_at: at,
        previously_billed_at: billed ? at : (before?.previously_billed_at ?? null),
        next_billed_at: period.ends_at,
        trial_dates: subscription.status === 'trialing' ? period : null,
        price: item.price,
        product,
      };
    }),
  };
}

/** Returns the total credit of a change in minor units. */
export function creditOf(change: ItemChange): number {
  return change.credits.reduce((sum, credit) => sum + credit.amount, 0);
}

function bill(context: PaddleContext, subscription: Subscription, change: ItemChange): void {
  const credit = creditOf(change);
  const transaction = createTransaction(context, {
    items: change.charges,
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    customData: subscription.custom_data,
    discountId: subscription.discount?.id ?? null,
    origin: 'subscription_update',
    subscriptionId: subscription.id,
    billingPeriod: change.period,
    checkoutUrl: null,
    status: 'billed',
    credit,
  });
  refuseCreditLeft(context, transaction, credit);
  if (!charge(context, subscription, transaction)) {
    announceFailure(context, transaction);
    updateTransaction(context, transaction, { status: 'canceled' });
    throw refusal('subscription_payment_declined', 'the payment was declined, and the change not made');
  }
  for (const { transaction: paid, line, amount, proration } of change.credits) {
    createAdjustment(context, paid, {
      action: 'credit',
      reason: 'Proration of a change of the subscription',
      lines: [{ itemId: line.id, type: 'proration', amount: String(amount), proration }],
    });
  }
  markPaid(context, transaction);
  markCompleted(context, transaction);
}

/** Rejects a remaining credit: Paddle adds it to the customer's balance, which the sandbox lacks. */
function refuseCreditLeft(context: PaddleContext, transaction: Transaction, credit: number): void {
  if (Number(transaction.details?.totals?.total ?? 0) >= credit) return;
  updateTransaction(context, transaction, { status: 'canceled' });
  throw refusal(
    'subscription_credit_creation_not_allowed',
    'the sandbox makes no change that leaves the customer a credit',
  );
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'subscriptions', code }, detail);
}
