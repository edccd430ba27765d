import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { exit } from './exit.ts';

export const showExit = endpoint({
  method: 'GET',
  path: '/api/v1/exits/current',
  summary: "Show this exit: consent, caps, and today's traffic",
  tag: 'Exits',
  caller: 'exit',
  reply: wire({ exit }),
  status: 200,
  errors: [],
});
