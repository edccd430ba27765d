import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens/{id}',
  summary: 'End one session and forget its device, or revoke an unused approved sign-in',
  tag: 'Sessions',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: [],
});
