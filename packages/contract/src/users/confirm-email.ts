import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { linkToken } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Only on a device that has signed in to the account, as the one that registered has. Others get `verification_password_required`, and the
 * link is not consumed.
 */
export const confirmEmail = endpoint({
  method: 'GET',
  path: '/api/v1/users/email/confirm',
  summary: 'Confirm the email address by the link of a verification mail, once',
  tag: 'Users',
  caller: 'anyone',
  query: wire({ token: linkToken }),
  reply: wire({ email: z.string() }),
  status: 200,
  errors: [
    'link_invalid',
    'link_expired',
    'link_used',
    'email_taken',
    'account_deleted',
    'verification_password_required',
  ],
});
