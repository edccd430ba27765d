import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';
import { offeredProviders } from './providers.ts';

export type Identity = ReplyOf<typeof api.listIdentities>['identities'][number];

/** The provider accounts that can sign in to this account. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => read(api.listIdentities, { signal }),
});

/** The providers that can be connected. */
export const offeredQuery = queryOptions({
  queryKey: ['social-networks'],
  queryFn: offeredProviders,
  // The login calls this outside of a query, so the call itself retries.
  retry: false,
  staleTime: 'static',
});
