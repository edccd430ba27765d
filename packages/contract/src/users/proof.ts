import * as z from 'zod/mini';
import { password } from '../fields.ts';
import { secondFactor } from '../two-factor/second-factor.ts';

/**
 * Reauthentication of a signed-in user. The password where the account has one; else the session must have begun by provider or passkey
 * less than ten minutes ago. With two-factor on, `code` or `recoveryCode` as well, unless the session was given one less than ten minutes
 * ago.
 */
export const proof = { password: z.optional(password), ...secondFactor };

/** The same for requests in which `password` is another password. */
export const proofOfCurrent = { currentPassword: z.optional(password), ...secondFactor };

export const proofErrors = [
  'current_password_wrong',
  'reauthentication_required',
  'second_factor_required',
  'two_factor_code_wrong',
  'recovery_code_wrong',
  'too_many_requests',
] as const;
