import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens/{id}',
  summary:
    'End one session, whose device counts as new from then on, or revoke an approved sign-in that nobody has used yet',
  tag: 'Sessions',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: [],
});
