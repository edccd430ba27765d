import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';
import { polled } from '../../platform/data/polling.ts';

const UNDER_WAY_MS = 1500;
const LATE_COINS_MS = 5000;

/** One order; polled while its payment is in progress, and while late coins can still pay it. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await read(api.showOrder, { params: { id }, signal })).order,
    refetchInterval: polled<Order>((order) => (order === undefined ? false : changesWithin(order))),
  });
}

/** Polling interval in ms while an order may change without a user action; false for a final one. */
function changesWithin({ state, method }: Order): number | false {
  if (state === 'processing') return UNDER_WAY_MS;
  const mayStillBePaid = method === 'crypto' && (state === 'expired' || state === 'failed');
  return mayStillBePaid ? LATE_COINS_MS : false;
}

export type Order = ReplyOf<typeof api.showOrder>['order'];
