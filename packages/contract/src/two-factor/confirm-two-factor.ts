import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** A link that a mail program truncated or extended is an unknown link, not a malformed request. */
const token = z.string().check(z.minLength(1), z.maxLength(2000));

export const confirmTwoFactor = endpoint({
  method: 'GET',
  path: '/api/v1/users/two-factor/confirm',
  summary: 'Turn two-factor on by its activation link, once',
  tag: 'Two-factor',
  caller: 'anyone',
  query: wire({ token }),
  reply: wire({ email: z.string() }),
  status: 200,
  errors: ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'],
});
