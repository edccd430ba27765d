import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { openvpnCredentials } from './credentials.ts';

/**
 * Takes a pair out of force and gives the one that follows. The pair is named by its user name, so that of several requests which
 * mean the same pair one wins and the others change nothing.
 */
export const rotateOpenvpnCredentials = endpoint({
  method: 'POST',
  path: '/api/v1/openvpn/credentials/rotate',
  summary: 'Replace the credentials for OpenVPN; the old ones stop at once',
  tag: 'Downloads',
  caller: 'user',
  body: wire({ username: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: wire({ credentials: openvpnCredentials }),
  status: 200,
  errors: ['email_unverified', 'subscription_required', 'openvpn_credentials_replaced'],
  limit: { calls: 20, seconds: 600 },
});
