import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { device } from './device.ts';

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/v1/devices',
  summary: 'List the devices of the account, oldest first',
  tag: 'Devices',
  caller: 'user',
  /** Downloaded WireGuard configurations count towards the limit, too: `taken` is how many of both there are. */
  reply: wire({ devices: z.array(device), limit: z.int(), taken: z.int() }),
  status: 200,
  errors: [],
});
