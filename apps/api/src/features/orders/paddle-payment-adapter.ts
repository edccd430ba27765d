import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Checkout } from '../../platform/paddle/checkout.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { couponByCode } from '../coupons/index.ts';
import { findService } from '../dedicated-ips/index.ts';
import { priceOnSale } from '../plans/index.ts';
import type { StoredOrder } from './orders.store.ts';
import type { PaymentAdapter } from './payment-adapter.ts';

/** Takes card and PayPal payments in a checkout opened by Paddle.js. */
export function paddlePaymentAdapter(checkout: Checkout): PaymentAdapter {
  return {
    provider: 'paddle',
    methods: ['card', 'paypal'],
    async prepare(trx, { order, user }) {
      const price = await priceOf(trx, order);
      if (price === null) return err('product_not_found');
      const { priceId, quantity } = price;
      const known = await trx
        .selectFrom('users')
        .select('paddleCustomerId')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      const coupon = order.couponCode === null ? null : await couponByCode(trx, order.couponCode);
      return ok(async () => {
        const customer =
          known.paddleCustomerId === null ? await checkout.customer(user.email) : ok(known.paddleCustomerId);
        if (!customer.ok) return customer;
        const discount = coupon === null ? ok(null) : await discountOf(checkout, coupon);
        if (!discount.ok) return discount;
        const transaction = await checkout.transaction({
          customerId: customer.value,
          discountId: discount.value,
          orderId: order.id,
          ...{ priceId, quantity },
        });
        if (!transaction.ok) return transaction;
        return ok({
          columns: {
            paddleTransactionId: transaction.value,
            paddlePriceId: priceId,
            paddleQuantity: quantity,
            paddleDiscountId: discount.value,
          },
          paddleCustomerId: customer.value,
          ...(coupon === null || discount.value === null
            ? {}
            : { discount: { couponId: coupon.id, paddleDiscountId: discount.value } }),
        });
      });
    },
  };
}

interface PaddlePrice {
  readonly priceId: string;
  readonly quantity: number;
}

/** Returns the current Paddle price of an order's item; null if there is none. */
async function priceOf(trx: DatabaseTransaction, order: StoredOrder): Promise<PaddlePrice | null> {
  const { item } = order;
  switch (item.kind) {
    case 'subscription': {
      const plan = await trx
        .selectFrom('plans')
        .select(['paddlePriceId', 'paddleTrialPriceId'])
        .where('id', '=', item.planId)
        .executeTakeFirstOrThrow();
      return times(1, item.trialDays > 0 ? plan.paddleTrialPriceId : plan.paddlePriceId);
    }
    case 'residential_data':
    case 'proxy_traffic':
      return times(item.gigabytes, (await priceOnSale(trx, item.kind, null))?.paddlePriceId);
    case 'dedicated_ip':
      return times(1, (await priceOnSale(trx, item.type, item.months))?.paddlePriceId);
    case 'dedicated_ip_extension': {
      const service = await findService(trx, order.userId, item.serviceId);
      if (service === null) return null;
      return times(1, (await priceOnSale(trx, service.type, item.months))?.paddlePriceId);
    }
    case 'plan_change':
      return null;
  }
}

function times(quantity: number, priceId: string | null | undefined): PaddlePrice | null {
  return typeof priceId === 'string' ? { priceId, quantity } : null;
}

/** Returns the Paddle discount of a coupon, which is created at its first use. */
async function discountOf(checkout: Checkout, coupon: Coupon): Promise<Result<string, PaddleFailure>> {
  if (coupon.paddleDiscountId !== null) return ok(coupon.paddleDiscountId);
  return checkout.discount({ ...coupon, description: `Coupon ${coupon.code}` });
}

type Coupon = NonNullable<Awaited<ReturnType<typeof couponByCode>>>;
