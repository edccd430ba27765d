import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { token } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * `credential` is bound to the key of the certificate request and replaces the current one on first use; until then the current one stays
 * valid.
 */
export const renewCertificate = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/certificate',
  summary: "Renew the certificate of the gateway's admission endpoint and its credential",
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({ certificateRequest: z.string().check(z.maxLength(4096)) }),
  reply: wire({ certificateChain: z.string().check(z.maxLength(65_536)), credential: z.optional(token) }),
  status: 201,
  errors: ['certificate_request_invalid'],
});
