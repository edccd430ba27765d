import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: async ({ signal }) => (await read(api.showReferral, { signal })).referral,
});
