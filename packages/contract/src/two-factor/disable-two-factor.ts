import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { secondFactor } from './second-factor.ts';

/** Takes `code` or `recoveryCode`. Also deletes the secret, the recovery codes and the list of remembered devices. */
export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/disable',
  summary: 'Turn two-factor off',
  tag: 'Two-factor',
  caller: 'user',
  body: wire(secondFactor),
  status: 204,
  errors: ['two_factor_code_wrong', 'recovery_code_wrong', 'two_factor_off', 'too_many_requests'],
  limit: { calls: 30, seconds: 600 },
});
