import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { linkToken } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Ends every session of the account except the one that requested the change. On a device that has not signed in to the account it returns
 * `verification_password_required`, and the link is not consumed.
 */
export const confirmEmailChange = endpoint({
  method: 'GET',
  path: '/api/v1/users/email/change/confirm',
  summary: 'Confirm a new email address by its mailed link, once',
  tag: 'Users',
  caller: 'anyone',
  query: wire({ token: linkToken }),
  reply: wire({ email: z.string() }),
  status: 200,
  errors: [
    'link_invalid',
    'link_used',
    'confirmation_expired',
    'email_taken',
    'account_deleted',
    'verification_password_required',
  ],
});
