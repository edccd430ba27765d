import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { favoritesOf, markFavorite, unmarkFavorite } from './favorite-locations.store.ts';

interface FavoriteDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const listFavoriteLocationsRoute = ({ db }: FavoriteDeps) =>
  route(api.listFavoriteLocations, async ({ caller }) =>
    ok({ locations: [...(await favoritesOf(db, caller.id))] }),
  );

const markFavoriteLocationRoute = ({ db, clock }: FavoriteDeps) =>
  route(api.markFavoriteLocation, async ({ caller, body }) => {
    const marked = await markFavorite(db, { userId: caller.id, ...body, now: clock.now() });
    return marked ? ok(undefined) : err('not_found');
  });

const unmarkFavoriteLocationRoute = ({ db }: FavoriteDeps) =>
  route(api.unmarkFavoriteLocation, async ({ caller, params }) => {
    await unmarkFavorite(db, { userId: caller.id, ...params });
    return ok(undefined);
  });

/** Returns the routes that list, mark and unmark the caller's favourite locations. */
export function favoriteLocationsRoutes(deps: FavoriteDeps): Route[] {
  return [
    listFavoriteLocationsRoute(deps),
    markFavoriteLocationRoute(deps),
    unmarkFavoriteLocationRoute(deps),
  ];
}
