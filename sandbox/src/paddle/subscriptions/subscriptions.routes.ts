import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { matches } from '../api/list-page.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { idOf, many, one, queryOf } from '../api/replies.ts';
import { createTransaction, transactionById } from '../transactions/transaction.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { changeSubscription, previewChange, scheduleCancellation } from './change-subscription.ts';
import { cancelNow } from './renewal.ts';
import { subscriptionById } from './subscription.ts';

/** https://developer.paddle.com/api-reference/subscriptions */
export function subscriptionRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.get('/subscriptions', (request) => {
    const query = queryOf(request);
    const found = Object.values(world.state.subscriptions).filter(
      (subscription) =>
        matches(query, 'id', subscription.id) &&
        matches(query, 'status', subscription.status) &&
        matches(query, 'customer_id', subscription.customer_id) &&
        matches(query, 'scheduled_change_action', subscription.scheduled_change?.action) &&
        subscription.items.some((item) => matches(query, 'price_id', item.price.id)),
    );
    return many(world, request, found);
  });

  app.get('/subscriptions/:id', (request) => one(request, subscriptionById(world, idOf(request))));

  app.patch('/subscriptions/:id', (request) => {
    const subscription = subscriptionById(world, idOf(request));
    changeSubscription(world, subscription, fieldsOf(request.body));
    return one(request, subscription);
  });

  app.patch('/subscriptions/:id/preview', (request) => {
    const subscription = subscriptionById(world, idOf(request));
    return one(request, previewChange(world, subscription, fieldsOf(request.body)));
  });

  app.post('/subscriptions/:id/cancel', (request) => {
    const subscription = subscriptionById(world, idOf(request));
    const fields = fieldsOf(request.body);
    const from = fields.oneOf(
      'effective_from',
      ['next_billing_period', 'immediately'],
      'next_billing_period',
    );
    fields.check();
    refuseCanceled(subscription);
    if (from === 'immediately') cancelNow(world, subscription);
    else scheduleCancellation(world, subscription);
    return one(request, subscription);
  });

  app.get('/subscriptions/:id/update-payment-method-transaction', (request) => {
    const subscription = subscriptionById(world, idOf(request));
    refuseCanceled(subscription);
    return one(request, methodChange(world, subscription));
  });
}

/** What a customer opens to give another card: the unpaid renewal when there is one, else a transaction over nothing. */
function methodChange(world: PaddleWorld, subscription: Subscription): Transaction {
  const dunning = world.state.billing[subscription.id]?.dunning;
  if (dunning) return transactionById(world, dunning.transactionId);
  return createTransaction(world, {
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

function refuseCanceled(subscription: Subscription): void {
  if (subscription.status !== 'canceled') return;
  throw new PaddleError(
    400,
    { group: 'subscriptions', code: 'subscription_is_canceled_action_invalid' },
    "action can't be performed on canceled subscription",
  );
}
