import { useState } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { PaymentMethod } from '../payment/index.ts';
import { type OrderRequest, orderDraftQuery } from './order-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/data/api.ts';

/**
 * The draft order and its payment method: crypto has a fee and no free days, so the method is a part of the draft. The known methods
 * stay shown while the draft for another one loads.
 */
export function useOrder(orderRequest: OrderRequest | null) {
  const { href, searchStr } = useLocation();
  const navigate = useNavigate();
  const [method, setMethod] = useState<PaymentMethod>(() => methodIn(searchStr));
  const { draft, refusal } = useDraft(
    orderRequest !== null && method === 'crypto' ? { ...orderRequest, method } : orderRequest,
  );
  const methods = useLastDefined(draft.data?.methods);
  // A coupon may reduce the total to zero, which cannot be paid in crypto.
  if (methods !== undefined && !methods.includes(method)) setMethod('card');
  return {
    draft,
    refusal,
    method,
    methods,
    /** In the URL, so that it survives a reload. */
    setMethod: (next: PaymentMethod) => {
      setMethod(next);
      const address = new URL(href, window.location.origin);
      address.searchParams.set('method', next);
      void navigate({ href: address.pathname + address.search, replace: true, resetScroll: false });
    },
  };
}

/** Returns the payment method of a URL; card by default. */
function methodIn(search: string): PaymentMethod {
  const named = new URLSearchParams(search).get('method');
  return named === 'paypal' || named === 'crypto' ? named : 'card';
}

/** The last defined value. */
function useLastDefined<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}

/** Whether a refusal concerns only the coupon: without it the order is possible. */
function isCouponRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('coupon_');
}

/** The draft of an order request. Where its coupon is refused, the draft without it, and the reason. */
function useDraft(orderRequest: OrderRequest | null) {
  const wanted = useQuery({ ...orderDraftQuery(orderRequest), enabled: orderRequest !== null });
  const refusal = isCouponRefusal(wanted.error) ? wanted.error : null;
  const plain = useQuery({
    ...orderDraftQuery(withoutCoupon(orderRequest)),
    enabled: refusal !== null,
  });
  return { draft: refusal === null ? wanted : plain, refusal };
}

function withoutCoupon(orderRequest: OrderRequest | null): OrderRequest | null {
  if (orderRequest?.kind !== 'subscription') return orderRequest;
  const { couponCode: _refused, ...rest } = orderRequest;
  return rest;
}
