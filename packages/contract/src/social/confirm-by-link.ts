import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { arrival, receivedText } from './fields.ts';

/**
 * Only with the device id that began the sign-in: a mailed link that an attacker caused must not connect the attacker's identity to the
 * account of the person who opens it.
 */
export const confirmSocialByLink = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-confirmations/link',
  summary: 'Confirm a pending sign-in by its mailed link, once, and sign in',
  tag: 'Social sign-in',
  caller: 'anyone',
  body: wire({ token: receivedText }),
  reply: wire({ accessToken: z.string(), ...arrival }),
  status: 201,
  errors: [
    'link_invalid',
    'link_used',
    'confirmation_expired',
    'social_other_browser',
    'identity_linked_elsewhere',
    'account_deleted',
    'account_banned',
  ],
  limit: { calls: 30, seconds: 600 },
});
