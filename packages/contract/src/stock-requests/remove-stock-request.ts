import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { stockKind } from './stock-request.ts';

/** Removing a request that does not exist has no effect. */
export const removeStockRequest = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/stock-requests/{product}/{country}',
  summary: 'Withdraw a request for an email about stock',
  tag: 'Services',
  caller: 'user',
  params: wire(stockKind),
  status: 204,
  errors: [],
});
