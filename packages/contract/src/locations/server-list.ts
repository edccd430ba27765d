import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** The gateways a client may connect to, signed in the list domain (see `@comet/admission`), with version and expiry. */
export const serverList = endpoint({
  method: 'GET',
  path: '/api/v1/server-list',
  summary: 'Show the signed list of gateways',
  tag: 'Locations',
  caller: 'anyone',
  reply: wire({ list: z.string() }),
  status: 200,
  errors: [],
});
