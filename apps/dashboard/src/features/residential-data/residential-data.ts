import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const residentialDataQuery = queryOptions({
  queryKey: ['bought', 'residential-data'],
  queryFn: ({ signal }) => call(api.showResidentialData, { signal }),
});

/** Usage by day; the API says which days had any. */
export const dataUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ['bought', 'residential-data', 'usage', days],
    queryFn: async ({ signal }) =>
      (await call(api.showResidentialDataUsage, { query: { days: String(days) }, signal })).days,
  });
