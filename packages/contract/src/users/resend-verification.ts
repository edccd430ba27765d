import { endpoint } from '../endpoint.ts';

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/v1/users/email/resend',
  summary: 'Send the verification mail again',
  tag: 'Users',
  caller: 'user',
  status: 204,
  errors: ['too_many_requests'],
  limit: { calls: 5, seconds: 600 },
});
