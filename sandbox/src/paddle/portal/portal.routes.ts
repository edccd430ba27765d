import type { FastifyInstance } from 'fastify';
import { sendCustomerPage } from '../../platform/customer-page.ts';
import { fieldsOf } from '../api/fields.ts';
import { idOf, one } from '../api/replies.ts';
import { customerById } from '../customers/customers.ts';
import { scheduleCancellation } from '../subscriptions/change-subscription.ts';
import { methodChange } from '../subscriptions/method-change.ts';
import type { Customer, Subscription } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { cancelPage, closedPage, overviewPage } from './portal-page.ts';
import { createPortalSession, customerOfToken } from './session.ts';

type Link = { Querystring: { action?: string; subscription_id?: string; token?: string } };

/** https://developer.paddle.com/api-reference/customer-portals */
export function portalSessionRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.post('/customers/:id/portal-sessions', (request, reply) => {
    const customer = customerById(world, idOf(request));
    const fields = fieldsOf(request.body);
    const subscriptionIds = fields.texts('subscription_ids') ?? [];
    fields.check();
    return reply.status(201).send(one(request, createPortalSession(world, customer, subscriptionIds)));
  });
}

/** The portal itself, for whoever has a link. */
export function portalRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.get<Link>('/portal', (request, reply) => {
    const { action, token = '' } = request.query;
    const customer = customerOfToken(world, token);
    if (customer === null) return sendCustomerPage(reply, closedPage(), 404);
    const subscription = subscriptionOf(customer, request.query.subscription_id);
    if (subscription === null || action === 'overview') {
      return sendCustomerPage(reply, overviewPage(world, customer, token));
    }
    return action === 'update_subscription_payment_method'
      ? reply.redirect(`/paddle/checkout/${methodChange(world, subscription).id}`)
      : sendCustomerPage(reply, cancelPage(subscription, token));
  });

  app.post<Link>('/portal', (request, reply) => {
    const { token = '' } = request.query;
    const customer = customerOfToken(world, token);
    if (customer === null) return sendCustomerPage(reply, closedPage(), 404);
    const subscription = subscriptionOf(customer, request.query.subscription_id);
    if (subscription !== null && !subscription.scheduled_change) scheduleCancellation(world, subscription);
    return reply.redirect(
      `/paddle/portal?${new URLSearchParams({ action: 'overview', token }).toString()}`,
      303,
    );
  });

  /** One of the customer's own that still runs; null for anything else. */
  function subscriptionOf(customer: Customer, id: string | undefined): Subscription | null {
    const subscription = world.state.subscriptions[id ?? ''];
    if (subscription?.customer_id !== customer.id || subscription.status === 'canceled') return null;
    return subscription;
  }
}
