import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';

/** Same response and response time for every address: only the mailbox receives whether it has an account. */
export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/verifications',
  summary: 'Send the verification mail of an address again, without a sign-in',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ email }),
  status: 204,
  errors: ['too_many_requests'],
  limit: { calls: 5, seconds: 600 },
});
