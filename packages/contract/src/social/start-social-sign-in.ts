import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { opener, returnPath, socialProvider } from './fields.ts';

/** The sign-in is bound to the device id of this request, works once, and waits ten minutes for the response. */
export const startSocialSignIn = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-link',
  summary: "Start a sign-in with a provider; returns the URL of the provider's page",
  tag: 'Social sign-in',
  caller: 'anyone',
  body: wire({ provider: socialProvider, redirect: z.optional(returnPath), opener: z.optional(opener) }),
  reply: wire({ url: z.string() }),
  status: 201,
  errors: ['provider_not_offered', 'provider_unavailable'],
  limit: { calls: 60, seconds: 600 },
});
