import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** For `comet check`: the public address of the caller. It is not stored. */
export const callerAddress = endpoint({
  method: 'GET',
  path: '/api/v1/caller-address',
  summary: 'Show the IP address of the caller',
  tag: 'Locations',
  caller: 'anyone',
  reply: wire({
    /** IPv4 or IPv6 text. */
    address: z.string(),
  }),
  status: 200,
  errors: [],
  limit: { calls: 60, seconds: 60 },
});
