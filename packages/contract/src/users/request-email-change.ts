import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email, password } from '../fields.ts';
import { wire } from '../wire.ts';

/** Answers alike whether or not the new address has an account: its mailbox is told. The old mailbox gets a notice. */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/change',
  summary: 'Mail a link to a new address, which becomes the account’s when the link is followed',
  tag: 'Users',
  caller: 'user',
  body: wire({ email, currentPassword: z.optional(password) }),
  status: 204,
  errors: ['current_password_wrong', 'reauthentication_required', 'too_many_requests'],
  limit: { calls: 30, seconds: 600 },
});
