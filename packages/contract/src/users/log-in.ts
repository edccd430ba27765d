import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email, password } from '../fields.ts';
import { wire } from '../wire.ts';

export const logIn = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens',
  summary: 'Sign in with email and password',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ email, password }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['wrong_credentials', 'account_deleted', 'account_banned', 'too_many_requests'],
  // Counts all attempts; the API has a separate limit for wrong ones.
  limit: { calls: 200, seconds: 600 },
});
