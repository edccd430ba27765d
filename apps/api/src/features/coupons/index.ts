import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { closedReason } from './coupon-rules.ts';
import { couponByCode, usesOf } from './coupons.store.ts';

export { type CouponRefusal, reductionOf, type StoredCoupon } from './coupon-rules.ts';
export { couponsCommand } from './coupons-command.ts';
export { couponByCode, recordDiscount, releaseCoupon } from './coupons.store.ts';
export { checkCoupon, reserveCoupon, settleCoupon } from './use-coupon.ts';

interface CouponsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const showCouponRoute = ({ db, clock }: CouponsDeps) =>
  route(api.showCoupon, async ({ params }) => {
    const coupon = await couponByCode(db, params.code);
    if (coupon === null) return err('coupon_unknown');
    const { all } = await usesOf(db, coupon, { userId: null, strictly: true });
    const closed = closedReason(coupon, all, clock.now());
    if (closed !== null) return err(closed);
    const { code, percent, amount, currency, plans, endsAt, firstPurchaseOnly } = coupon;
    return ok({
      coupon: {
        ...{ code, percent, plans, firstPurchaseOnly },
        amount: amount === null ? null : { amount, currency },
        endsAt: endsAt?.toISOString() ?? null,
      },
    });
  });

/** Returns the route that shows what a coupon deducts. */
export function couponsRoutes(deps: CouponsDeps): Route[] {
  return [showCouponRoute(deps)];
}
