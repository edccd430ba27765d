import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** Whatever a mail program made of the link: one that is cut or has grown is an unknown link, not a malformed request. */
const token = z.string().check(z.minLength(1), z.maxLength(2000));

export const confirmEmail = endpoint({
  method: 'GET',
  path: '/api/v1/users/email/confirm',
  summary: 'Follow the link of a verification mail; it works once',
  tag: 'Users',
  caller: 'anyone',
  query: wire({ token }),
  reply: wire({ email: z.string() }),
  status: 200,
  errors: ['link_invalid', 'link_expired', 'link_used', 'email_taken', 'account_deleted'],
});
