import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: async ({ signal }) => (await call(api.showReferral, { signal })).referral,
});
