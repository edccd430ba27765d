import type { RequestOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

/** The account's requests for an email when a product is in stock. */
export const stockRequestsQuery = queryOptions({
  queryKey: ['stock-requests'],
  queryFn: async ({ signal }) => (await read(api.listStockRequests, { signal })).requests,
});

/** A product and a country, ISO 3166-1 alpha-2 in lower case. */
export type StockKind = RequestOf<typeof api.addStockRequest>['body'];
