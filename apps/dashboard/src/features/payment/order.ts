import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

const POLL_MS = 1500;

/** One order; asked for again and again while its payment is under way. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await call(api.showOrder, { params: { id }, signal })).order,
    refetchInterval: (query) => (query.state.data?.state === 'processing' ? POLL_MS : false),
  });
}

export type Order = ReplyOf<typeof api.showOrder>['order'];
