import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, locationCode, ownWireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

export const issueTicket = endpoint({
  method: 'POST',
  path: '/api/v1/tickets',
  summary: 'Issue a ticket for one gateway and one WireGuard key of a device',
  tag: 'Tickets',
  caller: 'user',
  body: wire({
    deviceId: id,
    gatewayId: id,
    publicKey: ownWireguardKey,
    standby: z.boolean(),
    /** A residential location as the exit; without one the gateway's own addresses are used. */
    location: z.optional(locationCode),
    /** A dedicated IP as the exit; it takes precedence over a location. */
    serviceId: z.optional(id),
  }),
  reply: wire({ ticket: z.string(), expiresAt: instant, sessionUntil: instant }),
  status: 201,
  errors: [
    'email_unverified',
    'subscription_required',
    'gateway_unavailable',
    'residential_data_required',
    'spending_stopped',
    'service_ended',
    'exit_unavailable',
  ],
  limit: { calls: 300, seconds: 600 },
});
