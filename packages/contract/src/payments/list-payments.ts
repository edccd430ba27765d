import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, money, orderNumber } from '../fields.ts';
import { orderItem } from '../orders/order.ts';
import { wire } from '../wire.ts';

/** `amount` includes the tax; `givenBack` is the refunded part. */
export const payment = wire({
  id,
  orderId: id,
  at: instant,
  item: orderItem,
  /** Of the order that was paid; a renewal has the number of the order that began the plan. */
  orderNumber,
  amount: money,
  tax: money,
  givenBack: money,
  method: z.nullable(
    wire({ kind: z.enum(['card', 'paypal', 'crypto']), lastDigits: z.nullable(z.string()) }),
  ),
  /** `returning`: it gave no plan, and is about to be refunded. */
  state: z.enum([
    'paid',
    'returning',
    'refund_pending',
    'refund_rejected',
    'partly_refunded',
    'refunded',
    'disputed',
  ]),
  hasInvoice: z.boolean(),
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/v1/payments',
  summary: 'List the payments of the signed-in user, latest first',
  tag: 'Payments',
  caller: 'user',
  reply: wire({ payments: z.array(payment) }),
  status: 200,
  errors: [],
});
