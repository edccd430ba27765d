import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await read(api.listPlans, { signal })).plans,
});

export type Plan = ReplyOf<typeof api.listPlans>['plans'][number];
