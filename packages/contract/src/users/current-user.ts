import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/v1/users/current',
  summary: 'Show the signed-in user',
  tag: 'Users',
  caller: 'user',
  reply: wire({
    id,
    email: z.string(),
    emailVerified: z.boolean(),
    /** False for accounts with only providers or passkeys; they are not prompted for a password. */
    hasPassword: z.boolean(),
    createdAt: instant,
  }),
  status: 200,
  errors: ['two_factor_code_required'],
});
