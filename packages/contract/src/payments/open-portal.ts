import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/v1/payments/portal',
  summary: "Create short-lived, signed-in URLs of the provider's pages for cards and invoices",
  tag: 'Payments',
  caller: 'user',
  reply: wire({ overviewUrl: z.url(), paymentMethodUrl: z.nullable(z.url()) }),
  status: 200,
  errors: ['nothing_paid_yet', 'payment_unavailable', 'product_not_found', 'payment_not_started'],
  limit: { calls: 30, seconds: 60 },
});
