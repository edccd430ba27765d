import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { userCode } from './show-device-authorization.ts';

export const decideQuickLogin = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/quick-login',
  summary: 'Approve or reject a device that waits for the approval of a code',
  tag: 'Quick login',
  caller: 'user',
  body: wire({ userCode, approve: z.boolean() }),
  status: 204,
  errors: ['user_code_unknown', 'too_many_requests'],
  limit: { calls: 60, seconds: 600 },
});
