import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

const MINUTE = 60_000;

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => (await read(api.listLocations, { signal })).locations,
  staleTime: MINUTE,
});

/** The codes of the user's favorite locations. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorite-locations'],
  queryFn: async ({ signal }) => (await read(api.listFavoriteLocations, { signal })).locations,
});

export type Location = ReplyOf<typeof api.listLocations>['locations'][number];
export type Variant = Location['variants'][number];
