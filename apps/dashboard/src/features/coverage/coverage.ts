import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

/** Where exits are live now. */
export const coverageQuery = queryOptions({
  queryKey: ['coverage'],
  queryFn: async ({ signal }) => (await call(api.showCoverage, { signal })).countries,
});
