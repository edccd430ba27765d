import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

const count = z.int().check(z.minimum(0));

/** `all` and `working` count gateways; of residential exits only the live ones are counted, with their countries. */
export const part = wire({
  name: z.enum(['accounts', 'gateways', 'residential']),
  state: z.enum(['working', 'degraded', 'down']),
  working: count,
  all: count,
  countries: count,
});

export const showStatus = endpoint({
  method: 'GET',
  path: '/api/v1/status',
  summary: 'Whether each part of the service works at this moment',
  tag: 'Status',
  caller: 'anyone',
  reply: wire({ checkedAt: instant, parts: z.array(part) }),
  status: 200,
  errors: [],
});
