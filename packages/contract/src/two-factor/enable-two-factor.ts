import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from '../users/proof.ts';
import { oneTimeCode, recoveryCodes } from './second-factor.ts';

/**
 * Proves that the authenticator app has the secret, mails the activation link, and returns the recovery codes: before two-factor is on, so
 * that an owner who did not see the codes is not locked out. Requires reauthentication: an attacker with a stolen session must not lock the
 * owner out.
 */
export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/enable',
  summary: 'Verify the first code, mail the activation link, and return the recovery codes',
  tag: 'Two-factor',
  caller: 'user',
  body: wire({ code: oneTimeCode, password: proof.password }),
  reply: wire({ recoveryCodes }),
  status: 200,
  errors: [...proofErrors, 'two_factor_on', 'two_factor_not_begun'],
  limit: { calls: 30, seconds: 600 },
});
