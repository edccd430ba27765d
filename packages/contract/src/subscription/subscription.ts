import * as z from 'zod/mini';
import { id, instant, money } from '../fields.ts';
import { wire } from '../wire.ts';

const subscriptionState = z.enum(['trialing', 'active', 'past_due', 'cancelled', 'refunded', 'expired']);

/** `activeUntil` is when access ends unless a renewal is paid; `nextPayment` is null when nothing renews. */
export const subscription = wire({
  id,
  state: subscriptionState,
  source: z.enum(['web', 'app_store', 'play_store']),
  planId: z.string(),
  months: z.int(),
  /** Free months that came with what was paid for so far. */
  freeMonths: z.int(),
  startedAt: instant,
  activeUntil: instant,
  /** It is cancelled, and the cancellation can still be taken back. */
  canBeUndone: z.boolean(),
  nextPayment: z.nullable(wire({ amount: money, at: instant })),
  paymentMethod: z.nullable(
    wire({ kind: z.enum(['card', 'paypal', 'crypto']), lastDigits: z.nullable(z.string()) }),
  ),
  /** Until when everything can be asked back; null where that is not possible here, or is over. */
  moneyBackUntil: z.nullable(instant),
  /** The refund that was asked for last and is not given: it waits for the provider, or was turned down. */
  refund: z.nullable(wire({ state: z.enum(['pending', 'rejected']), amount: money })),
});
