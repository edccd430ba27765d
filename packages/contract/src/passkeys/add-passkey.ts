import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { newCredential } from './credential-fields.ts';
import { passkey } from './passkey.ts';

/** The passkey is named after its authenticator, and can be renamed. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/passkeys',
  summary: 'Add a passkey',
  tag: 'Passkeys',
  caller: 'user',
  body: wire({ credential: newCredential }),
  reply: wire({ passkey }),
  status: 201,
  errors: ['passkey_failed', 'passkey_ceremony_expired', 'passkey_registered', 'passkey_limit_reached'],
  limit: { calls: 30, seconds: 600 },
});
