import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

export const renewCertificate = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/certificate',
  summary: "Renew the certificate of the gateway's door",
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({ certificateRequest: z.string().check(z.maxLength(4096)) }),
  reply: wire({ certificateChain: z.string().check(z.maxLength(65_536)) }),
  status: 201,
  errors: ['certificate_request_invalid'],
});
