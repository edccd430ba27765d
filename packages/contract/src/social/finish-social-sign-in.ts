import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { arrival, confirmation, receivedText, socialProvider } from './fields.ts';

/**
 * Valid once, and only with the device id that began it. A refusal is stored: repeating the request returns the same. While the provider
 * does not respond, the sign-in is kept and can be retried.
 */
export const finishSocialSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/users/social-network-callback',
  summary: "Complete a sign-in with the provider's response",
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
    /** `linked`: the provider was connected to the account that requested it. */
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
    'account_banned',
    'provider_not_offered',
    'provider_unavailable',
  ],
  limit: { calls: 120, seconds: 600 },
});
