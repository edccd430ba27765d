import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { stockKind } from './stock-request.ts';

/** A repeated request has no effect. */
export const addStockRequest = endpoint({
  method: 'POST',
  path: '/api/v1/users/stock-requests',
  summary: 'Request one email when a product is in stock in a country',
  tag: 'Services',
  caller: 'user',
  body: wire(stockKind),
  status: 204,
  errors: ['conflict', 'email_unverified', 'stock_request_limit_reached', 'too_many_requests'],
  limit: { calls: 60, seconds: 600 },
});
