import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from '../users/proof.ts';
import { socialProvider } from './fields.ts';

/**
 * The response uses the same callback as a sign-in. It becomes invalid when the session that requested it
 * ends.
 */
export const startIdentityLink = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/identities',
  summary: "Start to connect a provider to this account; returns the URL of the provider's page",
  tag: 'Social sign-in',
  caller: 'user',
  body: wire({ provider: socialProvider, ...proof }),
  reply: wire({ url: z.string() }),
  status: 201,
  errors: [...proofErrors, 'email_unverified', 'provider_not_offered', 'provider_unavailable'],
  limit: { calls: 30, seconds: 600 },
});
