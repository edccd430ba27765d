import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';
import { offeredProviders } from './providers.ts';

export type Identity = ReplyOf<typeof api.listIdentities>['identities'][number];

/** The accounts at providers that sign in to this one. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(api.listIdentities, { signal }),
});

/** Which providers can be connected. */
export const offeredQuery = queryOptions({
  queryKey: ['social-networks'],
  queryFn: offeredProviders,
  staleTime: 'static',
});
