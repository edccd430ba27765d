import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await read(api.showSubscription, { signal })).subscription,
});

/** Whether an account has an active plan, which is required to use Comet and to buy other products. */
export function hasPlan(subscription: Pick<Subscription, 'state'> | null): boolean {
  return subscription !== null && subscription.state !== 'expired' && subscription.state !== 'refunded';
}

/** Whether a plan can be changed, cancelled or resumed here: it is active, bought on the web and not prepaid. */
export function isChangeable(
  subscription: Pick<Subscription, 'state' | 'source' | 'paymentMethod'>,
): boolean {
  const { source, paymentMethod } = subscription;
  return hasPlan(subscription) && source === 'web' && paymentMethod?.kind !== 'crypto';
}

export type Subscription = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;
