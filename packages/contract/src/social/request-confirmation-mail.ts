import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';
import { receivedText } from './fields.ts';

/** Same response whether or not the address has an account: only the mailbox receives which. */
export const requestSocialMail = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-confirmations/mail',
  summary: 'Send the link that confirms a pending sign-in',
  tag: 'Social sign-in',
  caller: 'anyone',
  /** `email` is required, and read, only where the provider supplied no address. */
  body: wire({ token: receivedText, email: z.optional(email) }),
  status: 204,
  errors: ['social_expired', 'too_many_requests'],
  limit: { calls: 10, seconds: 600 },
});
