import { endpoint } from '../endpoint.ts';

export const resendTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/resend',
  summary: 'Send the activation link again',
  tag: 'Two-factor',
  caller: 'user',
  status: 204,
  errors: ['two_factor_on', 'two_factor_not_begun', 'too_many_requests'],
  limit: { calls: 5, seconds: 600 },
});
