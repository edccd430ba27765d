import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proxyUser } from './proxy-user.ts';

export const listProxyUsers = endpoint({
  method: 'GET',
  path: '/api/v1/residential-proxy/users',
  summary: 'List the users of the residential proxy, with their passwords',
  tag: 'Residential proxy',
  caller: 'user',
  reply: wire({ users: z.array(proxyUser) }),
  status: 200,
  errors: [],
});
