import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, port } from '../fields.ts';
import { wire } from '../wire.ts';

/** Most blocks of a reply. */
export const maxPortBlocks = 1000;

/** The gateway carries out each block once: the holder of the public port loses all ports and gets none for a week. */
export const showPortForwarding = endpoint({
  method: 'GET',
  path: '/api/v1/gateways/current/port-forwarding',
  summary: 'Show whether ports are forwarded at the location of a gateway',
  tag: 'Gateways',
  caller: 'gateway',
  reply: wire({
    enabled: z.boolean(),
    /** Those of the last week, the latest first. */
    blocks: z.array(wire({ id, address: z.ipv4(), port })).check(z.maxLength(maxPortBlocks)),
  }),
  status: 200,
  errors: [],
});
