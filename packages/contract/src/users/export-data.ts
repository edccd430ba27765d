import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { password } from '../fields.ts';
import { wire } from '../wire.ts';

export const exportData = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/export',
  summary: 'Everything we hold about the account, as one archive; secrets and hashes are never in it',
  tag: 'Users',
  caller: 'user',
  /** The current password; left out for an account without one, whose session must have begun by provider or passkey just now. */
  body: wire({ password: z.optional(password) }),
  download: { mediaType: 'application/zip', fileName: 'comet-export.zip' },
  status: 200,
  errors: ['current_password_wrong', 'reauthentication_required', 'too_many_requests'],
});
