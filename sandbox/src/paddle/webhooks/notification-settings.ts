import type { FastifyInstance } from 'fastify';
import { many } from '../api/replies.ts';
import type { PaddleContext } from '../context.ts';

/** The events that the sandbox sends. */
const events = [
  'transaction.completed',
  'transaction.payment_failed',
  'subscription.created',
  'subscription.activated',
  'subscription.trialing',
  'subscription.updated',
  'subscription.past_due',
  'subscription.canceled',
  'adjustment.created',
  'adjustment.updated',
];

/** The one notification destination (https://developer.paddle.com/api-reference/notification-settings): read-only. */
export function notificationSettingRoutes(
  app: FastifyInstance,
  context: PaddleContext,
  destination: { readonly webhookUrl: string; readonly webhookSecret: string },
): void {
  app.get('/notification-settings', (request) =>
    many(context, request, [
      {
        id: 'ntfset_01sandbox',
        description: 'Comet',
        type: 'url',
        destination: destination.webhookUrl,
        active: true,
        api_version: 1,
        include_sensitive_fields: false,
        traffic_source: 'all',
        subscribed_events: events.map((name) => ({
          name,
          description: name,
          group: name.split('.')[0],
          available_versions: [1],
        })),
        endpoint_secret_key: destination.webhookSecret,
      },
    ]),
  );
}
