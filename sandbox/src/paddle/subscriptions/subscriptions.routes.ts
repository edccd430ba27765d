import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { matches } from '../api/list-page.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { idOf, many, one, queryOf } from '../api/replies.ts';
import type { Subscription } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { cancelNow } from './renewal.ts';
import { subscriptionById, updateSubscription } from './subscription.ts';

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

  app.post('/subscriptions/:id/cancel', (request) => {
    const subscription = subscriptionById(world, idOf(request));
    const fields = fieldsOf(request.body);
    const from = fields.oneOf(
      'effective_from',
      ['next_billing_period', 'immediately'],
      'next_billing_period',
    );
    fields.check();
    if (subscription.status === 'canceled') {
      throw refusal(
        'subscription_is_canceled_action_invalid',
        "action can't be performed on canceled subscription",
      );
    }
    if (from === 'immediately') cancelNow(world, subscription);
    else scheduleCancellation(world, subscription);
    return one(request, subscription);
  });
}

function scheduleCancellation(world: PaddleWorld, subscription: Subscription): void {
  if (subscription.scheduled_change) {
    throw refusal(
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  }
  const endsAt = subscription.current_billing_period?.ends_at ?? world.timestamp();
  updateSubscription(world, subscription, {
    scheduled_change: {
      action: 'cancel',
      effective_at: subscription.next_billed_at ?? endsAt,
      resume_at: null,
    },
    next_billed_at: null,
    items: subscription.items.map((item) => ({ ...item, next_billed_at: null })),
  });
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'subscriptions', code }, detail);
}
