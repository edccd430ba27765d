import type { Route } from '../../platform/http/requests/route.ts';
import { showStatusHistoryRoute, statusFeedRoute } from './history.route.ts';
import { showStatusRoute, type StatusDeps } from './show-status.route.ts';

export { incidentsCommand } from './incidents-command.ts';
export { measureStatus, sweepStatusHistory } from './measure-status.ts';

export function statusRoutes(deps: StatusDeps): Route[] {
  return [showStatusRoute(deps), showStatusHistoryRoute(deps), statusFeedRoute(deps)];
}
