import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';
import { proofErrors, proofOfCurrent } from './proof.ts';

/** Same response whether or not the new address has an account: its mailbox receives which. The old mailbox gets a notice. */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/change',
  summary: 'Request a change of the email address, which a mailed link confirms',
  tag: 'Users',
  caller: 'user',
  body: wire({ ...proofOfCurrent, email }),
  status: 204,
  errors: [...proofErrors],
  limit: { calls: 30, seconds: 600 },
});
