import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, password } from '../fields.ts';
import { wire } from '../wire.ts';

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/current',
  summary: 'Delete the account: everything ends at once, and is removed for good five to seven days later',
  tag: 'Users',
  caller: 'user',
  /** The current password; left out for an account without one, whose session must have begun by provider or passkey just now. */
  body: wire({ password: z.optional(password) }),
  reply: wire({
    /** Until then support can bring the account back. */
    recoverableUntil: instant,
    /** By then nothing is left of it. */
    removedBy: instant,
  }),
  status: 200,
  errors: [
    'current_password_wrong',
    'reauthentication_required',
    'account_deleted',
    'too_many_requests',
    'idempotency_key_reused',
  ],
  idempotent: true,
  deletedUsers: true,
});
