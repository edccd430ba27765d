import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { arrival, confirmation, receivedText, socialProvider } from './fields.ts';

/**
 * Works once, and only with the device id that began it. A refusal is remembered: the same answer brought again hears the same. While
 * the provider does not answer, the sign-in is kept and may be tried again.
 */
export const finishSocialSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/users/social-network-callback',
  summary: 'Bring back what the provider answered',
  tag: 'Social sign-in',
  caller: 'anyone',
  query: wire({
    provider: socialProvider,
    state: receivedText,
    code: z.optional(receivedText),
    iss: z.optional(receivedText),
    error: z.optional(receivedText),
  }),
  reply: wire({
    /** `linked`: the provider was connected to the account that asked for it. */
    outcome: z.enum(['signed_in', 'linked', 'confirmation_required']),
    accessToken: z.nullable(z.string()),
    confirmation: z.nullable(confirmation),
    ...arrival,
  }),
  status: 200,
  errors: [
    'social_denied',
    'social_expired',
    'social_other_browser',
    'identity_linked_elsewhere',
    'authentication_failed',
    'account_deleted',
    'provider_not_offered',
    'provider_unavailable',
  ],
  limit: { calls: 120, seconds: 600 },
});
