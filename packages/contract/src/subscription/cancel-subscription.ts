import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { subscription } from './subscription.ts';

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/subscription/cancellation',
  summary: 'Cancel the plan; it stays active until the end of the paid period, without further charges',
  tag: 'Subscription',
  caller: 'user',
  body: wire({ reason: z.nullable(z.enum(['price', 'unused', 'technical', 'other'])) }),
  reply: wire({ subscription }),
  status: 200,
  errors: [
    'subscription_required',
    'subscription_in_app_store',
    'subscription_in_play_store',
    'subscription_prepaid',
    'subscription_locked',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 30, seconds: 60 },
});
