import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { token } from '../fields.ts';
import { wire } from '../wire.ts';

/** RFC 8628 §3.4–3.5: the waiting device polls until the user has decided. */
export const pollDeviceAuthorization = endpoint({
  method: 'POST',
  path: '/api/v1/device-authorizations/token',
  summary: 'Exchange an approved device code for an access token, once',
  tag: 'Quick login',
  caller: 'anyone',
  body: wire({ deviceCode: token }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: [
    'authorization_pending',
    'slow_down',
    'authorization_denied',
    'authorization_revoked',
    'device_code_used',
    'device_code_expired',
  ],
  limit: { calls: 600, seconds: 600 },
});
