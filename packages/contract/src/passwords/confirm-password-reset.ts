import { endpoint } from '../endpoint.ts';
import { linkToken, newPassword } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Consumes the link of a reset mail, once and within an hour, and ends every session of the account. It creates no session: the user signs
 * in with the new password, and the second factor where it is on. A password that breaks a rule does not consume the link.
 */
export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/users/password-resets/confirm',
  summary: 'Set a new password by the link of a reset mail, once',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ token: linkToken, password: newPassword }),
  status: 204,
  errors: ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'],
  limit: { calls: 30, seconds: 600 },
});
