import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { openvpnCredentials } from './credentials.ts';

/**
 * Revokes a pair and returns its successor. The user name identifies the pair, so that of several requests for the same pair one takes
 * effect and the others change nothing.
 */
export const rotateOpenvpnCredentials = endpoint({
  method: 'POST',
  path: '/api/v1/openvpn/credentials/rotate',
  summary: 'Replace the OpenVPN credentials; the old ones become invalid at once',
  tag: 'Downloads',
  caller: 'user',
  body: wire({ username: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: wire({ credentials: openvpnCredentials }),
  status: 200,
  errors: ['email_unverified', 'subscription_required', 'openvpn_credentials_replaced'],
  limit: { calls: 20, seconds: 600 },
});
