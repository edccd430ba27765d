import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

/** Prices of products besides plans, and the stock of addresses. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => read(api.listPrices, { signal }),
});

export const servicesQuery = queryOptions({
  queryKey: ['bought', 'services'],
  queryFn: async ({ signal }) => (await read(api.listServices, { signal })).services,
});

/**
 * Query of one purchased service. Its key begins with `bought`, like those of everything that a purchase
 * changes.
 */
export const serviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['bought', 'services', id],
    queryFn: async ({ signal }) => (await read(api.showService, { params: { id }, signal })).service,
  });

export type Prices = ReplyOf<typeof api.listPrices>;
export type Service = ReplyOf<typeof api.showService>['service'];
