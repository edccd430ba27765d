import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from '../users/proof.ts';
import { creationOptions } from './ceremony-options.ts';

/** Requires reauthentication: the resulting passkey can be added without a password within five minutes. */
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/users/passkeys/options',
  summary: 'Create the options for adding a passkey',
  tag: 'Passkeys',
  caller: 'user',
  body: wire(proof),
  reply: wire({ options: creationOptions }),
  status: 201,
  errors: [...proofErrors, 'email_unverified', 'passkey_limit_reached'],
  limit: { calls: 30, seconds: 600 },
});
