import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { order, paymentMethod } from './order.ts';

export const payOrder = endpoint({
  method: 'POST',
  path: '/api/v1/orders/{id}/payment',
  summary: "Open the provider's checkout of an order; repeated calls return the same checkout",
  tag: 'Orders',
  caller: 'user',
  params: wire({ id }),
  body: wire({ method: paymentMethod }),
  reply: wire({ order }),
  status: 200,
  errors: [
    'email_unverified',
    'order_not_payable',
    'subscription_exists',
    'subscription_required',
    'spending_stopped',
    'address_sold_out',
    'service_ended',
    'coupon_unknown',
    'coupon_not_begun',
    'coupon_ended',
    'coupon_other_plan',
    'coupon_used_up',
    'coupon_used',
    'coupon_first_purchase',
    'payment_unavailable',
    'product_not_found',
    'payment_not_started',
    'idempotency_key_reused',
  ],
  idempotent: true,
});
