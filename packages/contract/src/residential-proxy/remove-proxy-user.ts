import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const removeProxyUser = endpoint({
  method: 'DELETE',
  path: '/api/v1/residential-proxy/users/{id}',
  summary: 'Remove a residential proxy user and end its connections',
  tag: 'Residential proxy',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: [],
});
