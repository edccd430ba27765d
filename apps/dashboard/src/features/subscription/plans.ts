import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(api.listPlans, { signal })).plans,
});

export type Plan = ReplyOf<typeof api.listPlans>['plans'][number];
