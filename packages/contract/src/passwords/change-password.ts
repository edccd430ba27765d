import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { newPassword, password } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Keeps the session that asks and ends all others. Without `currentPassword` it sets the first password of an account that has none,
 * in a session that began with a provider or a passkey less than ten minutes ago.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/password',
  summary: 'Change the password, or set the first one',
  tag: 'Users',
  caller: 'user',
  body: wire({ currentPassword: z.optional(password), password: newPassword }),
  status: 204,
  errors: ['current_password_wrong', 'reauthentication_required', 'too_many_requests'],
  limit: { calls: 30, seconds: 600 },
});
