import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { recoveryCodes, secondFactor } from './second-factor.ts';

/** Takes `code` or `recoveryCode`. Earlier recovery codes become invalid. */
export const regenerateRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/recovery-codes',
  summary: 'Create ten new recovery codes, which replace the old ones',
  tag: 'Two-factor',
  caller: 'user',
  body: wire(secondFactor),
  reply: wire({ recoveryCodes }),
  status: 201,
  errors: ['two_factor_code_wrong', 'recovery_code_wrong', 'two_factor_off', 'too_many_requests'],
  limit: { calls: 30, seconds: 600 },
});
