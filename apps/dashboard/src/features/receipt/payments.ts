import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: async ({ signal }) => (await read(api.listPayments, { signal })).payments,
});

export type Payment = ReplyOf<typeof api.listPayments>['payments'][number];
