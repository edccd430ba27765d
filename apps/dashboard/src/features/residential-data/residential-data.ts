import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const residentialDataQuery = queryOptions({
  queryKey: ['bought', 'residential-data'],
  queryFn: ({ signal }) => read(api.showResidentialData, { signal }),
});

/** Usage by day; the API returns only days with usage. */
export const dataUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ['bought', 'residential-data', 'usage', days],
    queryFn: async ({ signal }) =>
      (await read(api.showResidentialDataUsage, { query: { days: String(days) }, signal })).days,
  });
