import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { socialProvider } from './fields.ts';

export const listSocialNetworks = endpoint({
  method: 'GET',
  path: '/api/v1/users/social-networks',
  summary: 'List the available identity providers',
  tag: 'Social sign-in',
  caller: 'anyone',
  reply: wire({ providers: z.array(socialProvider) }),
  status: 200,
  errors: [],
});
