import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';

const keys = new Map<string, string>();

/**
 * What a plan would cost this person now, drafted by the API so that the summary and the charge cannot differ. One
 * draft a plan and page: the same key is sent again if the answer was lost.
 */
export function orderDraftQuery(planId: string) {
  return queryOptions({
    queryKey: ['order-draft', planId],
    queryFn: async ({ signal }) => {
      const idempotencyKey = keys.get(planId) ?? randomKey();
      keys.set(planId, idempotencyKey);
      const { order } = await call(api.createOrder, {
        body: { kind: 'subscription', planId },
        idempotencyKey,
        signal,
      });
      return order;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The next look makes a new draft: the present one was paid, or can no longer be. */
export function dropOrderDrafts(): void {
  keys.clear();
}
