import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';

const TEN_MINUTES = 600_000;

/** The signed-in user, kept for 10 minutes; while the address is unconfirmed every look asks again. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call(api.currentUser, { signal }),
  staleTime: (query) => (query.state.data?.emailVerified ? TEN_MINUTES : 0),
  gcTime: TEN_MINUTES,
});
