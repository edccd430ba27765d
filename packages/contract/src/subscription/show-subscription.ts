import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { subscription } from './subscription.ts';

export const showSubscription = endpoint({
  method: 'GET',
  path: '/api/v1/subscription',
  summary: 'Show the subscription of the signed-in user; null if there is none',
  tag: 'Subscription',
  caller: 'user',
  reply: wire({ subscription: z.nullable(subscription) }),
  status: 200,
  errors: [],
});
