import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { password } from '../fields.ts';
import { wire } from '../wire.ts';
import { socialProvider } from './fields.ts';

/** The answer comes back through the same callback as a sign-in's. It falls with the session that asked. */
export const startIdentityLink = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/identities',
  summary: "Begin to connect a provider to this account: the address of the provider's page",
  tag: 'Social sign-in',
  caller: 'user',
  /** `password` is needed where the account has one. */
  body: wire({ provider: socialProvider, password: z.optional(password) }),
  reply: wire({ url: z.string() }),
  status: 201,
  errors: [
    'email_unverified',
    'current_password_wrong',
    'reauthentication_required',
    'too_many_requests',
    'provider_not_offered',
    'provider_unavailable',
  ],
  limit: { calls: 30, seconds: 600 },
});
