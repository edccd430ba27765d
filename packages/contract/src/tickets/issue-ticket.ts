import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

export const issueTicket = endpoint({
  method: 'POST',
  path: '/api/v1/tickets',
  summary: 'A ticket for one gateway and one WireGuard key of a device',
  tag: 'Tickets',
  caller: 'user',
  body: wire({ deviceId: id, gatewayId: id, publicKey: wireguardKey, standby: z.boolean() }),
  reply: wire({ ticket: z.string(), expiresAt: instant, sessionUntil: instant }),
  status: 201,
  errors: ['email_unverified', 'subscription_required', 'gateway_unavailable'],
  limit: { calls: 300, seconds: 600 },
});
