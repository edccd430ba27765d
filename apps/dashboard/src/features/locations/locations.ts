import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

const MINUTE = 60_000;

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => (await call(api.listLocations, { signal })).locations,
  staleTime: MINUTE,
});

/** The codes of the locations that the user marked. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorite-locations'],
  queryFn: async ({ signal }) => (await call(api.listFavoriteLocations, { signal })).locations,
});

export type Location = ReplyOf<typeof api.listLocations>['locations'][number];
export type Variant = Location['variants'][number];
