import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { cityCode, countryCode } from '../fields.ts';
import { wire } from '../wire.ts';

export const testExit = endpoint({
  method: 'POST',
  path: '/api/v1/residential-proxy/tests',
  summary: 'Test an exit by a request through the proxy as a user of the account; it counts as traffic',
  tag: 'Residential proxy',
  caller: 'user',
  body: wire({ country: z.nullable(countryCode), city: z.nullable(cityCode) }),
  reply: wire({
    /** The protocol of the request. */
    address: z.string(),
    /** As in the request. */
    country: z.nullable(countryCode),
    city: z.nullable(cityCode),
    milliseconds: z.int().check(z.minimum(0)),
  }),
  status: 200,
  errors: [
    'subscription_required',
    'spending_stopped',
    'proxy_user_required',
    'exit_unavailable',
    'too_many_requests',
  ],
});
