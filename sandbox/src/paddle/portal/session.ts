import { randomToken } from '@comet/foundation';
import { PaddleError } from '../api/paddle-error.ts';
import type { Customer, PortalSession } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

const DAY_MS = 86_400_000;

/**
 * Creates links that sign a customer in to the portal (https://developer.paddle.com/api-reference/customer-portals), with deep links for
 * the given subscriptions, valid for one day of the sandbox's time. Throws for a subscription of another customer.
 */
export function createPortalSession(
  context: PaddleContext,
  customer: Customer,
  subscriptionIds: readonly string[],
): PortalSession {
  for (const id of subscriptionIds) {
    if (context.state.subscriptions[id]?.customer_id !== customer.id) {
      throw new PaddleError(
        400,
        { group: 'customers', code: 'customer_portal_subscription_not_found' },
        `subscription ${id} is not one of customer ${customer.id}`,
      );
    }
  }
  const token = `pga_${randomToken(24)}`;
  context.state.portalSessions[token] = { customerId: customer.id, createdAt: context.timestamp() };
  context.changed();
  const link = (action: string, subscription?: string): string =>
    `${context.apiUrl}/portal?${new URLSearchParams({
      action,
      ...(subscription === undefined ? {} : { subscription_id: subscription }),
      token,
    }).toString()}`;
  return {
    id: context.newId('cpls'),
    customer_id: customer.id,
    urls: {
      general: { overview: link('overview') },
      subscriptions: subscriptionIds.map((id) => ({
        id,
        cancel_subscription: link('cancel_subscription', id),
        update_subscription_payment_method: link('update_subscription_payment_method', id),
      })),
    },
    created_at: context.timestamp(),
  };
}

/** Returns the customer of a token; null if it is unknown or expired. */
export function customerOfToken(context: PaddleContext, token: string): Customer | null {
  const session = context.state.portalSessions[token];
  if (session === undefined || context.now().getTime() - Date.parse(session.createdAt) > DAY_MS) return null;
  return context.state.customers[session.customerId] ?? null;
}
