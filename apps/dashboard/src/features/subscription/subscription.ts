import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await read(api.showSubscription, { signal })).subscription,
});

/** True where a plan can be changed, cancelled or continued here: it is running, bought on the web and not prepaid. */
export function isChangeable({
  state,
  source,
  paymentMethod,
}: Pick<Subscription, 'state' | 'source' | 'paymentMethod'>): boolean {
  const runs = state !== 'refunded' && state !== 'expired';
  return runs && source === 'web' && paymentMethod?.kind !== 'crypto';
}

export type Subscription = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;
