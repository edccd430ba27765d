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
  /** Free months of the purchases so far. */
  freeMonths: z.int(),
  startedAt: instant,
  activeUntil: instant,
  /** It is cancelled, and the cancellation can still be revoked. */
  canBeUndone: z.boolean(),
  nextPayment: z.nullable(wire({ amount: money, at: instant })),
  paymentMethod: z.nullable(
    wire({ kind: z.enum(['card', 'paypal', 'crypto']), lastDigits: z.nullable(z.string()) }),
  ),
  /** Until when a full refund can be requested; null where it is not available, or the period is over. */
  moneyBackUntil: z.nullable(instant),
  /** What such a refund returns, tax included; null together with `moneyBackUntil`. */
  moneyBackAmount: z.nullable(money),
  /** The latest refund request without a payout: pending at the provider, or rejected. `endsPlan`: nothing of the payments is left once it is approved. */
  refund: z.nullable(wire({ state: z.enum(['pending', 'rejected']), amount: money, endsPlan: z.boolean() })),
});
