import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** The desktop app opens the dashboard with it, as `cometToken` in the address. */
export const createOneTimeToken = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/one-time',
  summary: 'Create a token that signs in once, within 60 seconds',
  tag: 'Sessions',
  caller: 'user',
  reply: wire({ oneTimeToken: z.string() }),
  status: 201,
  errors: [],
  limit: { calls: 30, seconds: 600 },
});
