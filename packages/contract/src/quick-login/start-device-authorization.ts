import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { deviceName, platform } from '../fields.ts';
import { wire } from '../wire.ts';

/** RFC 8628 §3.1–3.2. `expiresIn` and `interval` are seconds. */
export const startDeviceAuthorization = endpoint({
  method: 'POST',
  path: '/api/v1/device-authorizations',
  summary: 'Create a code for the sign-in of a device',
  tag: 'Quick login',
  caller: 'anyone',
  body: wire({ deviceName, platform }),
  reply: wire({
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.int(),
    interval: z.int(),
  }),
  status: 201,
  errors: [],
  limit: { calls: 30, seconds: 600 },
});
