import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';

export const residentialDataQuery = queryOptions({
  queryKey: ['bought', 'residential-data'],
  queryFn: ({ signal }) => call(api.showResidentialData, { signal }),
});

/** What was shown stays until another time is there. */
export const dataUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ['bought', 'residential-data', 'usage', days],
    queryFn: async ({ signal }) =>
      (await call(api.showResidentialDataUsage, { query: { days: String(days) }, signal })).days,
    placeholderData: keepPreviousData,
  });
