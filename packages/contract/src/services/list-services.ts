import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { service } from './service.ts';

export const listServices = endpoint({
  method: 'GET',
  path: '/api/v1/users/services',
  summary: 'List the dedicated IPs of the signed-in user, newest first',
  tag: 'Services',
  caller: 'user',
  reply: wire({ services: z.array(service) }),
  status: 200,
  errors: [],
});
