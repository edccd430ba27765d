import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { order } from '../orders/order.ts';

export const confirmPlanChange = endpoint({
  method: 'POST',
  path: '/api/v1/subscription/plan-changes/{id}/confirmation',
  summary: 'Change the plan as drafted; the difference is charged at once, or nothing changes',
  tag: 'Subscription',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ order }),
  status: 200,
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
    'plan_change_under_way',
    'payment_declined',
    'order_not_payable',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 30, seconds: 60 },
});
