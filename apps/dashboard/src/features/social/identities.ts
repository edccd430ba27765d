import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';
import { offeredProviders } from './providers.ts';

export type Identity = ReplyOf<typeof api.listIdentities>['identities'][number];

/** The accounts at providers that sign in to this one. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => read(api.listIdentities, { signal }),
});

/** Which providers can be connected. */
export const offeredQuery = queryOptions({
  queryKey: ['social-networks'],
  queryFn: offeredProviders,
  // The login calls this outside of a query: the call retries itself.
  retry: false,
  staleTime: 'static',
});
