import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { showStatusRoute } from './status.route.ts';

export function statusRoutes(deps: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [showStatusRoute(deps)];
}
