import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const showInvoice = endpoint({
  method: 'GET',
  path: '/api/v1/payments/{id}/invoice',
  summary: "Show the URL of a payment's invoice (PDF), valid for an hour",
  tag: 'Payments',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ url: z.url() }),
  status: 200,
  errors: ['payment_unavailable', 'product_not_found', 'payment_not_started'],
  limit: { calls: 30, seconds: 60 },
});
