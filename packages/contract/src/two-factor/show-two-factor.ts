import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

export const showTwoFactor = endpoint({
  method: 'GET',
  path: '/api/v1/users/two-factor',
  summary: 'Show whether two-factor is off, waits for its activation link, or is on',
  tag: 'Two-factor',
  caller: 'user',
  reply: wire({
    state: z.enum(['off', 'activating', 'on']),
    enabledAt: z.nullable(instant),
    recoveryCodesLeft: z.int(),
  }),
  status: 200,
  errors: [],
});
