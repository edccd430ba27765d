import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { order } from './order.ts';

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Draft an order and see what it costs; nothing is charged',
  tag: 'Orders',
  caller: 'user',
  body: wire({ kind: z.literal('subscription'), planId: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: wire({ order }),
  status: 201,
  errors: ['product_not_found', 'subscription_exists', 'idempotency_key_reused'],
  idempotent: true,
});
