import { endpoint } from '../endpoint.ts';
import { linkToken } from '../fields.ts';
import { wire } from '../wire.ts';

/** For recipients of a verification email who have not registered. A confirmed account is kept: `link_used`. */
export const disownAccount = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/disown',
  summary: 'Remove an unconfirmed account by the link of its verification mail',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ token: linkToken }),
  status: 204,
  errors: ['link_invalid', 'link_expired', 'link_used', 'account_deleted'],
});
