import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { requestOptions } from './ceremony-options.ts';

/** Called whenever the sign-in screen opens, so that passkeys can be offered in the email field. */
export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/passkey/options',
  summary: 'Create the options for a sign-in with a passkey',
  tag: 'Passkeys',
  caller: 'anyone',
  reply: wire({ options: requestOptions }),
  status: 201,
  errors: [],
  limit: { calls: 120, seconds: 600 },
});
