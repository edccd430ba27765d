import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { stockKind } from './stock-request.ts';

export const listStockRequests = endpoint({
  method: 'GET',
  path: '/api/v1/users/stock-requests',
  summary: "List the user's requests for an email when a product is in stock",
  tag: 'Services',
  caller: 'user',
  reply: wire({ requests: z.array(wire(stockKind)) }),
  status: 200,
  errors: [],
});
