import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { password } from '../fields.ts';
import { wire } from '../wire.ts';
import { arrival, receivedText } from './fields.ts';

export const confirmSocialByPassword = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-confirmations/password',
  summary: 'Connect a provider by the password of the account, and sign in',
  tag: 'Social sign-in',
  caller: 'anyone',
  body: wire({ token: receivedText, password }),
  reply: wire({ accessToken: z.string(), ...arrival }),
  status: 201,
  errors: [
    'current_password_wrong',
    'social_expired',
    'identity_linked_elsewhere',
    'account_deleted',
    'account_banned',
    'too_many_requests',
  ],
  limit: { calls: 30, seconds: 600 },
});
