import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { requestOptions } from './ceremony-options.ts';
import { assertion } from './credential-fields.ts';

export const showTwoFactorPasskey = endpoint({
  method: 'GET',
  path: '/api/v1/users/two-factor/passkey',
  summary: 'Whether a passkey can stand in for the code',
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
  summary: 'Ask for what a browser needs to give a passkey as the second factor',
  tag: 'Passkeys',
  caller: 'user',
  limitedToken: true,
  reply: wire({ options: requestOptions }),
  status: 201,
  errors: ['conflict', 'passkey_unknown'],
  /** Nothing to guess here; and who has the password only must not use up what the owner needs. */
  limit: { calls: 300, seconds: 600 },
});

/** As with a code: the limited token ends, and the one in the answer takes its place. */
export const verifyTwoFactorPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/two-factor/passkey/verify',
  summary: 'Give a passkey as the second factor of a sign-in',
  tag: 'Passkeys',
  caller: 'user',
  limitedToken: true,
  /** `remember`: for 30 days, signing in from this device asks for no second factor. */
  body: wire({ remember: z.boolean(), credential: assertion }),
  reply: wire({ accessToken: z.string() }),
  status: 201,
  errors: ['conflict', 'passkey_failed', 'passkey_ceremony_expired', 'passkey_unknown'],
  /** Nothing to guess here; and who has the password only must not use up what the owner needs. */
  limit: { calls: 300, seconds: 600 },
});
