import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api.ts';
import { orderDraftQuery, type Wish } from './order-draft.ts';

/** A refusal that speaks about the coupon alone: without it the order can be made. */
function isCouponRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('coupon_');
}

/** The draft of a wish, once there is one. Where its coupon is refused, the draft without it, and why. */
export function useDraft(wish: Wish | null) {
  const wanted = useQuery({ ...orderDraftQuery(wish), enabled: wish !== null });
  const refusal = isCouponRefusal(wanted.error) ? wanted.error : null;
  const plain = useQuery({
    ...orderDraftQuery(withoutCoupon(wish)),
    enabled: refusal !== null,
  });
  return { draft: refusal === null ? wanted : plain, refusal };
}

function withoutCoupon(wish: Wish | null): Wish | null {
  if (wish?.kind !== 'subscription') return wish;
  const { couponCode: _refused, ...rest } = wish;
  return rest;
}
