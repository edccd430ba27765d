import type { RequestOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { randomKey } from '../../platform/storage/random-key.ts';

/** What somebody is looking at to buy it. */
export type Wish = RequestOf<typeof api.createOrder>['body'];

const keys = new Map<string, string>();

/**
 * What a wish would cost this person now, drafted by the API so that the summary and the charge cannot differ. A new draft
 * lets the one before expire, so none is kept that is not looked at. The same key is sent again if the answer was lost.
 */
export function orderDraftQuery(wish: Wish | null) {
  const name = JSON.stringify(wish);
  return queryOptions({
    queryKey: ['order-draft', name],
    queryFn: async ({ signal }) => {
      if (wish === null) throw new Error('Nothing is wished for');
      const idempotencyKey = keys.get(name) ?? randomKey();
      keys.set(name, idempotencyKey);
      const { order } = await call(api.createOrder, { body: wish, idempotencyKey, signal });
      keys.delete(name);
      return order;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
