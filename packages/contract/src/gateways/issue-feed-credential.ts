import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/**
 * A NATS user JWT, valid for half a day, that permits this gateway's own subjects only; `publicKey` is the user's nkey, whose seed stays on
 * the gateway. Null where the control plane has no NATS: the gateway then follows its feed over HTTP.
 */
export const issueFeedCredential = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/feed-credential',
  summary: 'Issue a NATS credential for the change feed of this gateway',
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({ publicKey: z.string().check(z.regex(/^U[A-Z2-7]{55}$/)) }),
  reply: wire({ jwt: z.nullable(z.string().check(z.maxLength(8192))) }),
  status: 201,
  errors: [],
});
