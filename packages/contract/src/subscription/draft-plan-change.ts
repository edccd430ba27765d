import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { order } from '../orders/order.ts';

export const draftPlanChange = endpoint({
  method: 'POST',
  path: '/api/v1/subscription/plan-changes',
  summary: 'Draft the change to a longer plan with its price, without a charge',
  tag: 'Subscription',
  caller: 'user',
  body: wire({ planId: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: wire({ order }),
  status: 201,
  errors: [
    'subscription_required',
    'subscription_in_app_store',
    'subscription_in_play_store',
    'subscription_prepaid',
    'subscription_locked',
    'subscription_cancelled',
    'payment_due',
    'downgrade_refused',
    'plan_unchanged',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 30, seconds: 60 },
});
