import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { subscription } from './subscription.ts';

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/v1/subscription/refund',
  summary: 'Request a full refund of the plan, within 30 days of the first payment',
  tag: 'Subscription',
  caller: 'user',
  reply: wire({ subscription }),
  status: 202,
  errors: [
    'subscription_required',
    'subscription_in_app_store',
    'subscription_in_play_store',
    'refund_window_over',
    'refund_used',
    'refund_by_support',
    'refund_rejected',
    'nothing_to_refund',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 30, seconds: 60 },
});
