import * as z from 'zod/mini';
import { id, instant, money, orderNumber } from '../fields.ts';
import { wire } from '../wire.ts';

const orderState = z.enum(['draft', 'processing', 'paid', 'failed', 'expired', 'refunded']);

export const paymentMethod = z.enum(['card', 'paypal', 'crypto']);

/** One line of the summary, of type `kind`; reductions have negative amounts. */
export const orderLine = wire({
  kind: z.enum([
    'plan',
    'plan_discount',
    'trial',
    'free_months',
    'residential_data',
    'dedicated_ip',
    'proxy_traffic',
    'coupon',
    'crypto_fee',
    'unused_time',
    'carried_days',
  ]),
  /**
   * Months for `plan`, `free_months` and `dedicated_ip`, days for `trial` and `carried_days`, gigabytes for data and traffic, percent for
   * `plan_discount`, `crypto_fee` and a percentage `coupon` (0 for a coupon with an amount), 0 for `unused_time`.
   */
  quantity: z.int(),
  amount: money,
});

/** The data that the browser needs to open the provider's checkout: Paddle's is embedded in our page, CoinGate's is a separate page. */
export const checkout = z.union([
  wire({
    provider: z.literal('paddle'),
    transactionId: z.string(),
    clientToken: z.string(),
    scriptUrl: z.string(),
  }),
  wire({ provider: z.literal('coingate'), paymentUrl: z.string() }),
]);

export const gigabytes = z.int().check(z.minimum(1), z.maximum(1000));
const months = z.int();
export const dedicatedIpType = z.enum(['dedicated', 'dedicated_residential']);

/** What the order is for. Data is in gigabytes of 10^9 bytes; a country is ISO 3166-1 alpha-2 in lower case. */
export const orderItem = z.union([
  /** `startsAt`: it follows a running plan, and begins when that ends. */
  wire({ kind: z.literal('subscription'), planId: z.string(), months, startsAt: z.optional(instant) }),
  /** `startsAt`: the first payment is due after the current free days. */
  wire({
    kind: z.literal('plan_change'),
    subscriptionId: id,
    planId: z.string(),
    months,
    startsAt: z.optional(instant),
  }),
  wire({ kind: z.literal('residential_data'), gigabytes }),
  wire({
    kind: z.literal('dedicated_ip'),
    type: dedicatedIpType,
    country: z.string(),
    months,
  }),
  wire({ kind: z.literal('dedicated_ip_extension'), serviceId: id, months }),
  wire({ kind: z.literal('proxy_traffic'), gigabytes }),
]);

export const order = wire({
  id,
  number: orderNumber,
  state: orderState,
  item: orderItem,
  method: z.nullable(paymentMethod),
  /** The available payment methods. */
  methods: z.array(paymentMethod),
  couponCode: z.nullable(z.string()),
  lines: z.array(orderLine),
  /** Null until the provider has reported it. */
  tax: z.nullable(money),
  /** Today's charge, before tax that the provider has not reported yet. */
  total: money,
  /** The price of the first renewal, and when it is due if the order is paid now. Null for orders that do not renew. */
  renewal: z.nullable(wire({ amount: money, at: instant })),
  /** Whether a full refund can be requested within 30 days of the first payment: once per customer, and never for crypto. */
  moneyBack: z.boolean(),
  /**
   * Why the payment failed, as the provider reports it; `underpaid` if too few coins arrived. Of an expired order `canceled` if the customer
   * canceled it at the provider. Null otherwise.
   */
  failure: z.nullable(z.string()),
  /**
   * Why the payment of a plan gives no plan, the amount that is returned, and the state of its refund; null for one that does. `requested`
   * until the provider has the refund; `declined` by the provider: an operator returns the amount. `done` once the order is `refunded`.
   */
  returned: z.nullable(
    wire({
      reason: z.enum(['second_plan', 'coupon_used_up']),
      amount: money,
      refund: z.enum(['requested', 'pending', 'declined', 'done']),
    }),
  ),
  checkout: z.nullable(checkout),
  createdAt: instant,
});
