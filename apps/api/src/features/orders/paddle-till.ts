import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Checkout } from '../../platform/paddle/checkout.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { couponByCode, noteDiscount } from '../coupons/index.ts';
import { findService } from '../services/index.ts';
import { priceOnSale } from '../plans/index.ts';
import type { StoredOrder } from './orders.store.ts';
import type { Till } from './till.ts';

/** Cards and PayPal, in a checkout that Paddle.js opens. */
export function paddleTill(checkout: Checkout): Till {
  return {
    provider: 'paddle',
    methods: ['card', 'paypal'],
    async open(trx, { order, user }) {
      const price = await priceOf(trx, order);
      if (price === null) return err('product_not_found');
      const customer = await customerOf(checkout, trx, user);
      if (!customer.ok) return customer;
      const discount = await discountOf(checkout, trx, order);
      if (!discount.ok) return discount;
      const { priceId, quantity } = price;
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
        },
        paddleCustomerId: customer.value,
      });
    },
  };
}

interface PaddlePrice {
  readonly priceId: string;
  readonly quantity: number;
}

/** The price of an order's item at Paddle, as it is sold now; null where there is none. */
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

async function customerOf(
  checkout: Checkout,
  trx: DatabaseTransaction,
  user: SignedInUser,
): Promise<Result<string, PaddleFailure>> {
  const known = await trx
    .selectFrom('users')
    .select('paddleCustomerId')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (known.paddleCustomerId !== null) return ok(known.paddleCustomerId);
  return checkout.customer(user.email);
}

/** The discount of an order's coupon at Paddle, made when it is used for the first time; null without a coupon. */
async function discountOf(
  checkout: Checkout,
  trx: DatabaseTransaction,
  order: StoredOrder,
): Promise<Result<string | null, PaddleFailure>> {
  const coupon = order.couponCode === null ? null : await couponByCode(trx, order.couponCode);
  if (coupon === null) return ok(null);
  if (coupon.paddleDiscountId !== null) return ok(coupon.paddleDiscountId);
  const made = await checkout.discount({ ...coupon, description: `Coupon ${coupon.code}` });
  if (made.ok) await noteDiscount(trx, coupon.id, made.value);
  return made;
}
