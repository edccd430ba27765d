import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { wireguardConfig } from './wireguard-config.ts';

export const listWireguardConfigs = endpoint({
  method: 'GET',
  path: '/api/v1/wireguard-configs',
  summary: 'List the downloaded WireGuard configurations of the account, oldest first',
  tag: 'Downloads',
  caller: 'user',
  reply: wire({
    configs: z.array(wireguardConfig),
    /** The maximum number of devices and configurations of an account together, and their current number. */
    limit: z.int(),
    taken: z.int(),
  }),
  status: 200,
  errors: [],
});
