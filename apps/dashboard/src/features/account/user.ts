import { queryOptions } from '@tanstack/react-query';
import { api, readIfSignedIn, read } from '../../platform/data/api.ts';
import { userKey } from './user-key.ts';

const TEN_MINUTES = 600_000;

/**
 * The signed-in user, cached for 10 minutes. While the address is unconfirmed, coming back to this window asks again: the link may have
 * been followed anywhere.
 */
export const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: ({ signal }) => read(api.currentUser, { signal }),
  staleTime: TEN_MINUTES,
  gcTime: TEN_MINUTES,
  // The gate and the support chat come to show it after the screen that asked for it has failed.
  retryOnMount: false,
  refetchOnWindowFocus: (query) => (query.state.data?.emailVerified === false ? 'always' : true),
});

/** The signed-in user, or null for anyone else; nobody is sent to the login for it. */
export const optionalUserQuery = queryOptions({
  queryKey: [...userKey, 'optional'],
  queryFn: ({ signal }) => readIfSignedIn(api.currentUser, { signal }),
  staleTime: TEN_MINUTES,
  gcTime: TEN_MINUTES,
});
