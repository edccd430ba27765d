import { endpoint } from '../endpoint.ts';
import { linkToken } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Does not consume the token, so that the form for a new password is shown only if it can be used. The token is in the body, which is not
 * logged.
 */
export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/users/password-resets/check',
  summary: 'Check whether the link of a reset mail is valid, without using it',
  tag: 'Users',
  caller: 'anyone',
  body: wire({ token: linkToken }),
  status: 204,
  errors: ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'],
  limit: { calls: 30, seconds: 600 },
});
