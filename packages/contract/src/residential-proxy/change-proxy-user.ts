import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { deviceName, id } from '../fields.ts';
import { wire } from '../wire.ts';
import { addresses, limitBytes, proxyUser } from './proxy-user.ts';

/** Omitted fields are unchanged. */
export const changeProxyUser = endpoint({
  method: 'PATCH',
  path: '/api/v1/residential-proxy/users/{id}',
  summary: 'Change a residential proxy user',
  tag: 'Residential proxy',
  caller: 'user',
  params: wire({ id }),
  body: wire({
    name: z.optional(deviceName),
    limitBytes: z.optional(limitBytes),
    enabled: z.optional(z.boolean()),
    addresses: z.optional(addresses),
  }),
  reply: wire({ user: proxyUser }),
  status: 200,
  errors: ['subscription_required', 'address_shared'],
  limit: { calls: 120, seconds: 600 },
});
