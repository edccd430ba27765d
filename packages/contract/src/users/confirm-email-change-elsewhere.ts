import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { linkToken, password } from '../fields.ts';
import { wire } from '../wire.ts';

export const confirmEmailChangeElsewhere = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/change/confirm',
  summary: 'Confirm a new email address on another device, with the password of the account',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ token: linkToken, password }),
  reply: wire({ email: z.string() }),
  status: 200,
  errors: [
    'link_invalid',
    'link_used',
    'confirmation_expired',
    'email_taken',
    'account_deleted',
    'current_password_wrong',
    'too_many_requests',
  ],
});
