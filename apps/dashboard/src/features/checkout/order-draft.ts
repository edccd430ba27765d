import type { RequestOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';

/** The item in the checkout. */
export type OrderRequest = RequestOf<typeof api.createOrder>['body'];

const keys = new Map<string, string>();

/**
 * Price of an order request for this account, drafted by the API so that the summary and the charge cannot differ. A new draft expires
 * the one before. The same idempotency key is sent again if the response was lost.
 */
export function orderDraftQuery(orderRequest: OrderRequest | null) {
  const name = JSON.stringify(orderRequest);
  return queryOptions({
    queryKey: ['order-draft', name],
    queryFn: async ({ signal }) => {
      if (orderRequest === null) throw new Error('No item is chosen');
      const idempotencyKey = keys.get(name) ?? newIdempotencyKey();
      keys.set(name, idempotencyKey);
      const { order } = await call(api.createOrder, { body: orderRequest, idempotencyKey, signal });
      keys.delete(name);
      return order;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
