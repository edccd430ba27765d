import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { idOf, many, one, queryOf, matches } from '../api/replies.ts';
import type { Subscription } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { chargeOnce } from './charge.ts';
import { changeSubscription, previewChange, scheduleCancellation } from './change-subscription.ts';
import { methodChange } from './method-change.ts';
import { cancelNow } from './renewal.ts';
import { subscriptionById } from './subscription.ts';

/** https://developer.paddle.com/api-reference/subscriptions */
export function subscriptionRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.get('/subscriptions', (request) => {
    const query = queryOf(request);
    const found = Object.values(context.state.subscriptions).filter(
      (subscription) =>
        matches(query, 'id', subscription.id) &&
        matches(query, 'status', subscription.status) &&
        matches(query, 'customer_id', subscription.customer_id) &&
        matches(query, 'scheduled_change_action', subscription.scheduled_change?.action) &&
        subscription.items.some((item) => matches(query, 'price_id', item.price.id)),
    );
    return many(context, request, found);
  });

  app.get('/subscriptions/:id', (request) => one(request, subscriptionById(context, idOf(request))));

  app.patch('/subscriptions/:id', (request) => {
    const subscription = subscriptionById(context, idOf(request));
    changeSubscription(context, subscription, fieldsOf(request.body));
    return one(request, subscription);
  });

  app.patch('/subscriptions/:id/preview', (request) => {
    const subscription = subscriptionById(context, idOf(request));
    return one(request, previewChange(context, subscription, fieldsOf(request.body)));
  });

  app.post('/subscriptions/:id/cancel', (request) => {
    const subscription = subscriptionById(context, idOf(request));
    const fields = fieldsOf(request.body);
    const from = fields.oneOf(
      'effective_from',
      ['next_billing_period', 'immediately'],
      'next_billing_period',
    );
    fields.check();
    refuseCanceled(subscription);
    if (from === 'immediately') cancelNow(context, subscription);
    else scheduleCancellation(context, subscription);
    return one(request, subscription);
  });

  app.post('/subscriptions/:id/charge', (request) => {
    const subscription = subscriptionById(context, idOf(request));
    refuseCanceled(subscription);
    chargeOnce(context, subscription, fieldsOf(request.body));
    return one(request, subscription);
  });

  app.get('/subscriptions/:id/update-payment-method-transaction', (request) => {
    const subscription = subscriptionById(context, idOf(request));
    refuseCanceled(subscription);
    return one(request, methodChange(context, subscription));
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
