import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { requestOptions } from './ceremony-options.ts';
import { assertion } from './credential-fields.ts';

export const showTwoFactorPasskey = endpoint({
  method: 'GET',
  path: '/api/v1/users/two-factor/passkey',
  summary: 'Show whether a passkey can be used instead of the code',
  tag: 'Passkeys',
  caller: 'user',
  limitedToken: true,
  reply: wire({ isAvailable: z.boolean() }),
  status: 200,
  errors: [],
});

export const beginTwoFactorPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/passkey/options',
  summary: 'Create the options for a passkey as the second factor',
  tag: 'Passkeys',
  caller: 'user',
  limitedToken: true,
  reply: wire({ options: requestOptions }),
  status: 201,
  errors: ['conflict', 'passkey_unknown'],
  /** A passkey cannot be guessed; an attacker who has only the password must not exhaust the owner's limit. */
  limit: { calls: 300, seconds: 600 },
});

/** As with a code: the token in the reply replaces the limited token. */
export const verifyTwoFactorPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/passkey/verify',
  summary: 'Verify a passkey as the second factor of a sign-in',
  tag: 'Passkeys',
  caller: 'user',
  limitedToken: true,
  /** `remember`: sign-ins from this device require no second factor for 30 days. */
  body: wire({ remember: z.boolean(), credential: assertion }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['conflict', 'passkey_failed', 'passkey_ceremony_expired', 'passkey_unknown'],
  /** A passkey cannot be guessed; an attacker who has only the password must not exhaust the owner's limit. */
  limit: { calls: 300, seconds: 600 },
});
