import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { deviceName, id, instant, platform } from '../fields.ts';
import { wire } from '../wire.ts';

export const session = wire({
  id,
  /** The program's name, `Firefox`; null if unknown. */
  client: z.nullable(z.string()),
  platform: z.nullable(platform),
  /** The name of a machine that signed in by code. */
  deviceName: z.nullable(deviceName),
  method: z.enum(['sign_up', 'password', 'social', 'passkey', 'quick_login', 'one_time_token']),
  /** True while the second factor is still required: the session has passed the password only. */
  awaitsSecondFactor: z.boolean(),
  /** For an approved quick login or a one-time token that is unused: when it expires. Null for a session. */
  pendingUntil: z.nullable(instant),
  /** For a pending one: when it was approved or created. */
  signedInAt: instant,
  /** Updated once an hour at most. */
  lastUsedAt: instant,
  /** Whether it is the calling session. */
  current: z.boolean(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/users/tokens',
  summary: 'List the sessions of the account, the current one first, and unused approved sign-ins',
  tag: 'Sessions',
  caller: 'user',
  reply: wire({ sessions: z.array(session) }),
  status: 200,
  errors: [],
});
