import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { subscription } from './subscription.ts';

export const undoCancellation = endpoint({
  method: 'DELETE',
  path: '/api/v1/subscription/cancellation',
  summary: 'Undo a cancellation that has not taken effect; the plan renews as before',
  tag: 'Subscription',
  caller: 'user',
  reply: wire({ subscription }),
  status: 200,
  errors: [
    'subscription_required',
    'subscription_in_app_store',
    'subscription_in_play_store',
    'subscription_prepaid',
    'subscription_locked',
    'undo_too_late',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 30, seconds: 60 },
});
