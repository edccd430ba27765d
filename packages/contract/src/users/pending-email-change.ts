import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

const pending = wire({ email: z.string(), expiresAt: instant });

export const showPendingEmailChange = endpoint({
  method: 'GET',
  path: '/api/v1/users/email/change',
  summary: 'Show the pending change of the email address; null if there is none',
  tag: 'Users',
  caller: 'user',
  reply: wire({ pending: z.nullable(pending) }),
  status: 200,
  errors: [],
});

/** The earlier link becomes invalid, and the new one is valid for 24 hours. The new address is unchanged, so no new proof is required. */
export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/change/resend',
  summary: 'Send the link to the new email address again',
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
