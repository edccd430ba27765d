import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email, newPassword } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * The response is always the same, whether or not the address has an account: the new account is unverified and owns nothing until its link
 * is followed, and an address belongs to the account that verifies it first.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Create an account and sign in to it',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ email, password: newPassword }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['too_many_requests'],
  limit: { calls: 20, seconds: 600 },
});
