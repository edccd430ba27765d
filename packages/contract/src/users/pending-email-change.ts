import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

const pending = wire({ email: z.string(), expiresAt: instant });

export const showPendingEmailChange = endpoint({
  method: 'GET',
  path: '/api/v1/users/email/change',
  summary: 'The new address that was asked for and not confirmed yet; null where there is none',
  tag: 'Users',
  caller: 'user',
  reply: wire({ pending: z.nullable(pending) }),
  status: 200,
  errors: [],
});

/** The earlier link stops working, and the new one lasts 24 hours. The new address stays, so nothing is to be proved again. */
export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/change/resend',
  summary: 'Mail the link to the new address again',
  tag: 'Users',
  caller: 'user',
  status: 204,
  errors: ['not_found', 'too_many_requests'],
  limit: { calls: 30, seconds: 600 },
});

/** The mailed link stops working. Nothing happens where no change is pending. */
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/email/change',
  summary: 'Cancel the pending change of the email address',
  tag: 'Users',
  caller: 'user',
  status: 204,
  errors: [],
});
