import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { listSessionsRoute } from './list.route.ts';
import { revokeAllSessionsRoute, revokeOtherSessionsRoute, revokeSessionRoute } from './revoke.routes.ts';

/** Returns the routes that list the caller's sessions and revoke one, all others, or all. */
export function sessionsRoutes(deps: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    listSessionsRoute(deps),
    revokeSessionRoute(deps),
    revokeOtherSessionsRoute(deps),
    revokeAllSessionsRoute(deps),
  ];
}
