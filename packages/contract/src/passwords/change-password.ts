import { endpoint } from '../endpoint.ts';
import { newPassword } from '../fields.ts';
import { wire } from '../wire.ts';
import { proofErrors, proofOfCurrent } from '../users/proof.ts';

/**
 * Keeps the calling session and ends all others. Without `currentPassword` it sets the first password of an account that has none, in a
 * session that began with a provider or a passkey less than ten minutes ago.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/password',
  summary: 'Change the password, or set the first one',
  tag: 'Users',
  caller: 'user',
  body: wire({ ...proofOfCurrent, password: newPassword }),
  status: 204,
  errors: [...proofErrors],
  limit: { calls: 30, seconds: 600 },
});
