import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { wire } from '../wire.ts';
import { socialProvider } from './fields.ts';

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/v1/users/current/identities',
  summary: 'List the provider accounts that can sign in to this account',
  tag: 'Social sign-in',
  caller: 'user',
  reply: wire({
    identities: z.array(
      wire({
        id,
        provider: socialProvider,
        /** As the provider last supplied it; it may differ from the account's own. */
        email: z.nullable(z.string()),
        connectedAt: instant,
        lastUsedAt: instant,
      }),
    ),
  }),
  status: 200,
  errors: [],
});
