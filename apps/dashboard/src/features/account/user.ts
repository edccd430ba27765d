import { queryOptions } from '@tanstack/react-query';
import { api, readIfSignedIn, read } from '../../platform/data/api.ts';
import { userKey } from './user-key.ts';

const TEN_MINUTES = 600_000;

/**
 * The signed-in user, cached for 10 minutes. While the address is unconfirmed, focusing this window reads it again: the link may have
 * been opened in any browser.
 */
export const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: ({ signal }) => read(api.currentUser, { signal }),
  staleTime: TEN_MINUTES,
  gcTime: TEN_MINUTES,
  // The second-factor gate and the support chat mount observers of it after the screen's read has failed.
  retryOnMount: false,
  refetchOnWindowFocus: (query) => (query.state.data?.emailVerified === false ? 'always' : true),
});

/** The signed-in user, or null without a session; it does not redirect to the login. */
export const optionalUserQuery = queryOptions({
  queryKey: [...userKey, 'optional'],
  queryFn: ({ signal }) => readIfSignedIn(api.currentUser, { signal }),
  staleTime: TEN_MINUTES,
  gcTime: TEN_MINUTES,
});
