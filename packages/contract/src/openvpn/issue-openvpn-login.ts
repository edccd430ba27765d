import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** Letters, digits, `_` and `-`: none of them has a special meaning for OpenVPN, its files or its management interface. */
const word = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** For our own clients: unlike the account's credentials, this login ends with the device. */
export const issueOpenvpnLogin = endpoint({
  method: 'POST',
  path: '/api/v1/openvpn/gateways/{id}/logins',
  summary: 'Issue a login of one device for the OpenVPN servers of one gateway',
  tag: 'Tickets',
  caller: 'user',
  params: wire({ id }),
  body: wire({ deviceId: id }),
  /** New sessions are accepted until `expiresAt`; running ones continue. */
  reply: wire({ username: word, password: word, expiresAt: instant }),
  status: 201,
  errors: ['email_unverified', 'subscription_required', 'protocol_unavailable'],
  limit: { calls: 300, seconds: 600 },
});
