import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { secondFactor } from './second-factor.ts';

/** Takes `code` or `recoveryCode`. The token in the reply replaces the limited token. */
export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/verify',
  summary: 'Verify the second factor of a sign-in',
  tag: 'Two-factor',
  caller: 'user',
  limitedToken: true,
  /** `remember`: sign-ins from this device require no code for 30 days. */
  body: wire({ remember: z.boolean(), ...secondFactor }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['two_factor_code_wrong', 'recovery_code_wrong', 'too_many_requests'],
  /** Wrong factors have a separate limit by device: users behind one address must not exhaust each other's calls. */
  limit: { calls: 300, seconds: 600 },
});
