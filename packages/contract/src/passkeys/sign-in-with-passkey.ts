import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { assertion } from './credential-fields.ts';

/** A passkey combines two factors: possession, and the biometric or PIN that unlocks it. No code is required. */
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/passkey',
  summary: 'Sign in with a passkey',
  tag: 'Passkeys',
  caller: 'anyone',
  body: wire({ credential: assertion }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: [
    'passkey_failed',
    'passkey_ceremony_expired',
    'passkey_unknown',
    'account_deleted',
    'account_banned',
  ],
  limit: { calls: 30, seconds: 600 },
});
