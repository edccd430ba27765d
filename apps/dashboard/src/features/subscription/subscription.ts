import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await read(api.showSubscription, { signal })).subscription,
});

/** Whether an account has a plan that is running, so that it can use Comet and buy other products. */
export function hasPlan(subscription: Pick<Subscription, 'state'> | null): boolean {
  return subscription !== null && subscription.state !== 'expired' && subscription.state !== 'refunded';
}

/** True where a plan can be changed, cancelled or continued here: it is running, bought on the web and not prepaid. */
export function isChangeable(
  subscription: Pick<Subscription, 'state' | 'source' | 'paymentMethod'>,
): boolean {
  const { source, paymentMethod } = subscription;
  return hasPlan(subscription) && source === 'web' && paymentMethod?.kind !== 'crypto';
}

export type Subscription = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;
