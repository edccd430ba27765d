import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** Replaces an earlier set-up. Sign-ins require no code until the set-up is finished. */
export const generateTwoFactor = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/generate',
  summary: 'Start a two-factor set-up with a new secret for an authenticator app',
  tag: 'Two-factor',
  caller: 'user',
  reply: wire({
    /** 20 random bytes in base32 (RFC 4648), for manual entry in authenticator apps. */
    secret: z.string(),
    /** The same as an `otpauth://totp/…` address, for a QR code. */
    otpauthUri: z.string(),
  }),
  status: 201,
  errors: ['two_factor_on', 'email_unverified'],
  limit: { calls: 20, seconds: 600 },
});
