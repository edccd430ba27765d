import * as z from 'zod/mini';
import { id, instant, money } from '../fields.ts';
import { wire } from '../wire.ts';

const orderState = z.enum(['draft', 'processing', 'paid', 'failed', 'expired', 'refunded']);

export const paymentMethod = z.enum(['card', 'paypal']);

/** One line of the summary. `kind` says what it is; amounts of reductions are negative. */
const orderLine = wire({
  kind: z.enum(['plan', 'plan_discount', 'trial', 'free_months']),
  /** Months for `plan` and `free_months`, days for `trial`, percent for `plan_discount`. */
  quantity: z.int(),
  amount: money,
});

/** What the browser needs to open the provider's checkout. */
const checkout = wire({
  provider: z.literal('paddle'),
  transactionId: z.string(),
  clientToken: z.string(),
  scriptUrl: z.string(),
});

export const order = wire({
  id,
  state: orderState,
  kind: z.literal('subscription'),
  planId: z.string(),
  method: z.nullable(paymentMethod),
  lines: z.array(orderLine),
  /** Null until the provider has reported it. */
  tax: z.nullable(money),
  /** What is charged today, before tax that the provider has not reported yet. */
  total: money,
  /** What the first renewal costs, and when it is due if the order is paid now. */
  renewal: wire({ amount: money, at: instant }),
  checkout: z.nullable(checkout),
  createdAt: instant,
});
