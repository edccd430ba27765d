import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredCoupon = Selectable<Schema['coupons']>;

/** Why no customer can use a coupon now. */
type CouponClosed = 'coupon_not_begun' | 'coupon_ended' | 'coupon_used_up';

/** Why this customer cannot use it for this plan. */
export type CouponRefusal = CouponClosed | 'coupon_other_plan' | 'coupon_used' | 'coupon_first_purchase';

type Window = Pick<StoredCoupon, 'startsAt' | 'endsAt' | 'totalLimit'>;

/** Returns why a coupon is closed for every customer, or null. `uses` counts paid uses and those being paid. */
export function closedReason(coupon: Window, uses: number, now: Date): CouponClosed | null {
  if (coupon.startsAt !== null && now < coupon.startsAt) return 'coupon_not_begun';
  if (coupon.endsAt !== null && now >= coupon.endsAt) return 'coupon_ended';
  if (coupon.totalLimit !== null && uses >= coupon.totalLimit) return 'coupon_used_up';
  return null;
}

/** Returns why a customer must not use a coupon for a plan, or null. */
export function refusalReason(
  coupon: Window & Pick<StoredCoupon, 'plans' | 'userLimit' | 'firstPurchaseOnly'>,
  use: {
    readonly planId: string;
    /** The customer never had a plan. */
    readonly isNew: boolean;
    readonly uses: { readonly all: number; readonly own: number };
    readonly now: Date;
  },
): CouponRefusal | null {
  const closed = closedReason(coupon, use.uses.all, use.now);
  // The customer's own use takes precedence over the coupon's state for all customers.
  if (coupon.userLimit !== null && use.uses.own >= coupon.userLimit) return 'coupon_used';
  if (closed !== null) return closed;
  if (coupon.plans.length > 0 && !coupon.plans.includes(use.planId)) return 'coupon_other_plan';
  if (coupon.firstPurchaseOnly && !use.isNew) return 'coupon_first_purchase';
  return null;
}

/**
 * Returns a coupon's reduction of a price, in the minor unit; at most the price. Half a cent is rounded in the customer's favour, as at
 * Paddle.
 */
export function reductionOf(coupon: Pick<StoredCoupon, 'percent' | 'amount'>, price: number): number {
  const reduction =
    coupon.percent === null ? (coupon.amount ?? 0) : Math.round((price * coupon.percent) / 100);
  return Math.min(price, reduction);
}
