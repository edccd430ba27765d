import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { passkey, passkeyName } from './passkey.ts';

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/passkeys/{id}',
  summary: 'Rename a passkey',
  tag: 'Passkeys',
  caller: 'user',
  params: wire({ id }),
  body: wire({ name: passkeyName }),
  reply: wire({ passkey }),
  status: 200,
  errors: [],
});
