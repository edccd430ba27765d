import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const residentialProxyQuery = queryOptions({
  queryKey: ['bought', 'residential-proxy'],
  queryFn: ({ signal }) => read(api.showResidentialProxy, { signal }),
});

export const proxyUsersQuery = queryOptions({
  queryKey: ['bought', 'residential-proxy', 'users'],
  queryFn: async ({ signal }) => (await read(api.listProxyUsers, { signal })).users,
});

/** Usage by day; the API returns only days with usage. */
export const proxyUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ['bought', 'residential-proxy', 'usage', days],
    queryFn: async ({ signal }) =>
      (await read(api.showResidentialProxyUsage, { query: { days: String(days) }, signal })).days,
  });
