import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/passkeys/{id}',
  summary: 'Remove a passkey; it signs in no more',
  tag: 'Passkeys',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: ['last_way_in'],
});
