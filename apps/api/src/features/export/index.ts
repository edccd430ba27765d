import type { Route } from '../../platform/http/requests/route.ts';
import { exportDataRoute, type ExportDeps } from './export-data.route.ts';

/** Returns the route by which a user downloads all data of the account. */
export function exportRoutes(deps: ExportDeps): Route[] {
  return [exportDataRoute(deps)];
}
