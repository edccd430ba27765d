import { createTransaction, transactionById } from '../transactions/transaction.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

/** Returns the transaction for a change of the payment method: the unpaid renewal if there is one, else a new transaction of zero. */
export function methodChange(context: PaddleContext, subscription: Subscription): Transaction {
  const dunning = context.state.billing[subscription.id]?.dunning;
  if (dunning) return transactionById(context, dunning.transactionId);
  return createTransaction(context, {
    items: subscription.items.map((item) => ({ price: item.price, quantity: item.quantity })),
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    customData: subscription.custom_data,
    discountId: null,
    origin: 'subscription_payment_method_change',
    subscriptionId: subscription.id,
    billingPeriod: null,
    checkoutUrl: null,
    status: 'ready',
    free: true,
  });
}
