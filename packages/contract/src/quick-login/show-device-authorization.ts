import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { deviceName, instant, platform } from '../fields.ts';
import { wire } from '../wire.ts';

/** Eight letters of the base-20 alphabet, with or without the dash, in either case. */
export const userCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-?[BCDFGHJKLMNPQRSTVWXZ]{4}$/));

/** What a user must see before approving: the device, its address, and the time of the request (RFC 10027). */
export const showDeviceAuthorization = endpoint({
  method: 'GET',
  path: '/api/v1/device-authorizations/{userCode}',
  summary: 'Show the device that waits for the approval of a code, and whether it has signed in',
  tag: 'Quick login',
  caller: 'user',
  params: wire({ userCode }),
  reply: wire({
    userCode: z.string(),
    /** After approval, only the account that approved the code can read it. */
    state: z.enum(['pending', 'approved', 'signed_in']),
    deviceName,
    platform,
    address: z.string(),
    /** Whether the request came from the caller's own network; an IPv4 and an IPv6 address cannot be compared. */
    network: z.enum(['same', 'other', 'unknown']),
    requestedAt: instant,
    expiresAt: instant,
  }),
  status: 200,
  errors: ['user_code_unknown', 'too_many_requests'],
  // The approving page polls until the device has signed in.
  limit: { calls: 300, seconds: 600 },
});
