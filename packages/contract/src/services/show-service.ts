import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { service } from './service.ts';

export const showService = endpoint({
  method: 'GET',
  path: '/api/v1/users/services/residential-static-ip/{id}',
  summary: 'Show a dedicated IP of the signed-in user',
  tag: 'Services',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ service }),
  status: 200,
  errors: [],
});
