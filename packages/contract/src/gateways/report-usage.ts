import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * `used_bytes` is cumulative per slice, and the greatest reported value counts: a report may be lost, repeated or late. `done` returns the
 * rest. `unknown` lists slices that this gateway never drew, or that were settled long ago: it deletes them.
 */
export const reportUsage = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/usage',
  summary: 'Report the usage of reserved quota',
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
