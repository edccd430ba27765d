import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from '../users/proof.ts';

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/passkeys/{id}',
  summary: 'Remove a passkey, so that it can no longer be used to sign in',
  tag: 'Passkeys',
  caller: 'user',
  params: wire({ id }),
  body: wire(proof),
  status: 204,
  errors: [...proofErrors, 'last_way_in'],
});
