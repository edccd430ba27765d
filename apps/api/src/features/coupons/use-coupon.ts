import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { type CouponRefusal, refusalReason, type StoredCoupon } from './coupon-rules.ts';
import { couponByCode, lockCoupon, recordUse, useOf, usesOf } from './coupons.store.ts';

interface CouponRequest {
  readonly code: string;
  readonly userId: string;
  readonly planId: string;
  readonly isNew: boolean;
  readonly now: Date;
  /** The order that uses the coupon, once it exists. */
  readonly orderId?: string;
}

/** Returns the coupon if this customer may use it now. Reserves nothing. */
export async function checkCoupon(
  db: Database | DatabaseTransaction,
  request: CouponRequest,
): Promise<Result<StoredCoupon, CouponRefusal | 'coupon_unknown'>> {
  const coupon = await couponByCode(db, request.code);
  if (coupon === null) return err('coupon_unknown');
  const uses = await usesOf(db, coupon, { ...request, strictly: false });
  const refusal = refusalReason(coupon, { ...request, uses });
  return refusal === null ? ok(coupon) : err(refusal);
}

/**
 * Reserves a use for an order that is about to be paid. The coupon stays locked until the transaction ends, so that only one of many
 * concurrent orders gets the last use. Call it last, after all slow work.
 */
export async function reserveCoupon(
  trx: DatabaseTransaction,
  request: CouponRequest & { readonly orderId: string },
): Promise<CouponRefusal | 'coupon_unknown' | null> {
  const coupon = await lockCoupon(trx, request.code);
  if (coupon === null) return 'coupon_unknown';
  const uses = await usesOf(trx, coupon, { ...request, strictly: true });
  const refusal = refusalReason(coupon, { ...request, uses });
  if (refusal === null) await recordUse(trx, { ...request, couponId: coupon.id, state: 'held' });
  return refusal;
}

/**
 * Makes the use of a paid order permanent. If the order was paid after it had been given up, other orders may have used the coupon up: then
 * the use becomes void and the function returns true, once. The caller refunds the payment.
 */
export async function settleCoupon(
  trx: DatabaseTransaction,
  order: { readonly id: string; readonly userId: string; readonly couponCode: string | null },
  now: Date,
): Promise<boolean> {
  if (order.couponCode === null) return false;
  const coupon = await lockCoupon(trx, order.couponCode);
  const use = await useOf(trx, order.id);
  if (coupon === null || use?.state === 'used' || use?.state === 'void') return false;
  const { userId, id: orderId } = order;
  const uses = await usesOf(trx, coupon, { userId, orderId, strictly: true });
  // An order started before the coupon's end stays valid after it.
  const isLeft =
    (coupon.totalLimit === null || uses.all < coupon.totalLimit) &&
    (coupon.userLimit === null || uses.own < coupon.userLimit);
  const isVoid = use?.state !== 'held' && !isLeft;
  await recordUse(trx, { couponId: coupon.id, orderId, userId, state: isVoid ? 'void' : 'used', now });
  return isVoid;
}
