import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { country, couponCode, id } from '../fields.ts';
import { wire, wireUnion } from '../wire.ts';
import { dedicatedIpType, gigabytes, order, paymentMethod } from './order.ts';

const months = z.int().check(z.minimum(1), z.maximum(36));

/** The planned payment method, if it changes the price: crypto has a fee and no trial. */
const method = z.optional(paymentMethod);

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Draft an order with its price, without a charge; it replaces a draft of the same kind',
  tag: 'Orders',
  caller: 'user',
  body: wireUnion('kind', [
    wire({
      kind: z.literal('subscription'),
      planId: z.string().check(z.minLength(1), z.maxLength(40)),
      couponCode: z.optional(couponCode),
      method,
    }),
    wire({ kind: z.literal('residential_data'), gigabytes, method }),
    wire({ kind: z.literal('proxy_traffic'), gigabytes, method }),
    wire({ kind: z.literal('dedicated_ip'), type: dedicatedIpType, country, months, method }),
    wire({ kind: z.literal('dedicated_ip_extension'), serviceId: id, months, method }),
  ]),
  reply: wire({ order }),
  status: 201,
  errors: [
    'product_not_found',
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
    'idempotency_key_reused',
  ],
  idempotent: true,
});
