import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { linkToken, password } from '../fields.ts';
import { wire } from '../wire.ts';

export const confirmEmailElsewhere = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/confirm',
  summary: 'Confirm the email address on another device, with the password of the account, and sign in',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ token: linkToken, password }),
  reply: wire({ email: z.string(), accessToken: z.string() }),
  status: 201,
  errors: [
    'link_invalid',
    'link_expired',
    'link_used',
    'email_taken',
    'account_deleted',
    'account_banned',
    'current_password_wrong',
    'too_many_requests',
  ],
});
