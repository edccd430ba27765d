import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** A truncated or extended token is unknown, not a malformed request. */
const oneTimeToken = z.string().check(z.minLength(1), z.maxLength(2000));

export const authenticateOneTimeToken = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/one-time/authenticate',
  summary: 'Exchange a one-time token for an access token of the calling device',
  tag: 'Sessions',
  caller: 'anyone',
  body: wire({ oneTimeToken }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['authentication_failed'],
  limit: { calls: 30, seconds: 600 },
});
