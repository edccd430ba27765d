import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { couponCode, instant, money } from '../fields.ts';
import { wire } from '../wire.ts';

/** The discount of a coupon on the first payment: `percent`, or an `amount`. `plans` is empty when it is valid for every plan. */
export const coupon = wire({
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(money),
  plans: z.array(z.string()),
  endsAt: z.nullable(instant),
  firstPurchaseOnly: z.boolean(),
});

export const showCoupon = endpoint({
  method: 'GET',
  path: '/api/v1/coupons/{code}',
  summary: 'Show the discount of a coupon, if it can still be used',
  tag: 'Coupons',
  caller: 'anyone',
  params: wire({ code: couponCode }),
  reply: wire({ coupon }),
  status: 200,
  errors: ['coupon_unknown', 'coupon_not_begun', 'coupon_ended', 'coupon_used_up'],
  // Prevents guessing of codes.
  limit: { calls: 20, seconds: 60 },
});
