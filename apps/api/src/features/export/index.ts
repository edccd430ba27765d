import type { Route } from '../../platform/http/requests/route.ts';
import { exportDataRoute, type ExportDeps } from './export-data.route.ts';

export function exportRoutes(deps: ExportDeps): Route[] {
  return [exportDataRoute(deps)];
}
