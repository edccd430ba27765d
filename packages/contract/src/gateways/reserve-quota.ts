import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * `request` is the gateway's idempotency key: a retry after a lost response gets the same slice. `too_many_requests` while the gateway
 * holds too much of this purse that was not reported as used: it reports, then retries. `purse` is that of a `proxy` grant or a ticket, or
 * the id of a `proxyuser` grant, whose quota account on this gateway is created by the first call.
 */
export const reserveQuota = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/slices',
  summary: 'Reserve quota for a quota account',
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({ purse: id, request: id }),
  reply: wire({ slice: id, bytes: z.int().check(z.minimum(1)) }),
  status: 201,
  errors: ['purse_empty', 'too_many_requests'],
  limit: { calls: 60_000, seconds: 60 },
});
