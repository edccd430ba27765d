import type { Signer } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { addLocations } from './locations.store.ts';
import { listLocationsRoute, serverListRoute } from './locations.routes.ts';
import { firstLocations } from './seed.ts';
import { createServerList } from './server-list.ts';

export { loadOf } from './load.ts';
export { allLocations, type StoredLocation } from './locations.store.ts';
export { locationsCommand } from './locations-command.ts';

/** Returns the routes of the public list of locations and of the signed server list. */
export function locationsRoutes(deps: {
  readonly db: Database;
  readonly reads: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  /** Addresses of the API for the server list. */
  readonly apiAddresses: readonly string[];
}): Route[] {
  return [listLocationsRoute(deps), serverListRoute(createServerList(deps))];
}

/** Inserts the first locations that are missing. Existing rows stay as they are. */
export function seedLocations(db: Database): Promise<void> {
  return addLocations(db, firstLocations);
}
