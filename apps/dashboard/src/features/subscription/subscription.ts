import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }) => (await call(api.showSubscription, { signal })).subscription,
});

export type Subscription = NonNullable<ReplyOf<typeof api.showSubscription>['subscription']>;
