import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * `used_bytes` counts from the slice's beginning, and the greatest that was ever said of a slice holds: a report may be lost, come twice or
 * late. With `done` the rest goes back. `unknown` are slices that this gateway never drew, or that are long settled: it forgets them.
 */
export const reportUsage = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/usage',
  summary: 'Report how much of the reserved data was used',
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({
    slices: z
      .array(wire({ slice: id, usedBytes: z.int().check(z.minimum(0)), done: z.boolean() }))
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  reply: wire({ unknown: z.array(id) }),
  status: 200,
  errors: [],
});
