import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, port, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

export const issueExitTicket = endpoint({
  method: 'POST',
  path: '/api/v1/exits/current/tickets',
  summary: 'Issue a ticket for the gateway that this exit serves, with its endpoint',
  tag: 'Exits',
  caller: 'exit',
  reply: wire({
    /** In the exits' domain; see `@comet/admission`. */
    ticket: z.string(),
    expiresAt: instant,
    gateway: wire({
      id,
      /** The name in the certificate of its admission endpoint. */
      serverName: z.string(),
      ipv4: z.ipv4(),
      ipv6: z.nullable(z.ipv6()),
      doorPort: port,
      wireguardPublicKey: wireguardKey,
    }),
    trust: wire({
      /** PEM; one of these signed the certificate of the admission endpoint. */
      certificateAuthorities: z.array(z.string()),
    }),
  }),
  status: 201,
  errors: ['exit_stopped', 'gateway_unavailable'],
  limit: { calls: 120, seconds: 600 },
});
