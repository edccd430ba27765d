import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';

/** Same response and response time for every address: only the mailbox receives whether it has an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/users/password-resets',
  summary: 'Request a link to reset the password of an address',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ email }),
  status: 204,
  errors: ['too_many_requests'],
  limit: { calls: 20, seconds: 600 },
});
