import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';
import { receivedText } from './fields.ts';

/** Answers alike whether or not the address has an account: only its mailbox learns which. */
export const requestSocialMail = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-confirmations/mail',
  summary: 'Mail the link that confirms a waiting sign-in',
  tag: 'Social sign-in',
  caller: 'anyone',
  /** `email` is needed, and heard, only where the provider named no address. */
  body: wire({ token: receivedText, email: z.optional(email) }),
  status: 204,
  errors: ['social_expired', 'too_many_requests'],
  limit: { calls: 10, seconds: 600 },
});
