import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { passkey } from './passkey.ts';

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/v1/users/passkeys',
  summary: 'List the passkeys of the account, oldest first',
  tag: 'Passkeys',
  caller: 'user',
  reply: wire({ passkeys: z.array(passkey), limit: z.int() }),
  status: 200,
  errors: [],
});
