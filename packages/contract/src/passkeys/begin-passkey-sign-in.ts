import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { requestOptions } from './ceremony-options.ts';

/** Every look at the sign-in screen asks, so that passkeys can be offered where the email address is typed. */
export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/v1/users/tokens/passkey/options',
  summary: 'Ask for what a browser needs to sign in with a passkey',
  tag: 'Passkeys',
  caller: 'anyone',
  reply: wire({ options: requestOptions }),
  status: 201,
  errors: [],
  limit: { calls: 120, seconds: 600 },
});
