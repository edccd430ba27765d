import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { exit, exitCaps } from './exit.ts';

export const changeExit = endpoint({
  method: 'PATCH',
  path: '/api/v1/exits/current',
  summary: 'Pause this exit or change its caps; absent properties stay unchanged',
  tag: 'Exits',
  caller: 'exit',
  body: wire({ paused: z.optional(z.boolean()), caps: z.optional(exitCaps) }),
  reply: wire({ exit }),
  status: 200,
  errors: [],
});
