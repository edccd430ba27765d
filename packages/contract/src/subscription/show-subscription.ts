import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, money } from '../fields.ts';
import { wire } from '../wire.ts';

const subscriptionState = z.enum(['trialing', 'active', 'past_due', 'cancelled', 'refunded', 'expired']);

/** `activeUntil` is when access ends unless a renewal is paid; `nextPayment` is null when nothing renews. */
const subscription = wire({
  id,
  state: subscriptionState,
  source: z.enum(['web', 'app_store', 'play_store']),
  planId: z.string(),
  months: z.int(),
  startedAt: instant,
  activeUntil: instant,
  nextPayment: z.nullable(wire({ amount: money, at: instant })),
  paymentMethod: z.nullable(
    wire({ kind: z.enum(['card', 'paypal', 'crypto']), lastDigits: z.nullable(z.string()) }),
  ),
});

export const showSubscription = endpoint({
  method: 'GET',
  path: '/api/v1/subscription',
  summary: 'The subscription of the signed-in user, or null',
  tag: 'Subscription',
  caller: 'user',
  reply: wire({ subscription: z.nullable(subscription) }),
  status: 200,
  errors: [],
});
