import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: async ({ signal }) => (await call(api.listPayments, { signal })).payments,
});

export type Payment = ReplyOf<typeof api.listPayments>['payments'][number];
