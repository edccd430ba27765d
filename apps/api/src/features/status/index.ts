import type { Route } from '../../platform/http/requests/route.ts';
import {
  showStatusHistoryRoute,
  statusFeedRoute,
  showStatusRoute,
  type StatusDeps,
} from './status.routes.ts';

export { incidentsCommand } from './incidents-command.ts';
export { readStates } from './states.ts';
export { measureStatus, sweepStatusHistory } from './measure-status.ts';

/** Returns the public routes of the status page: the current state, the history by day, and the RSS feed of incidents. */
export function statusRoutes(deps: StatusDeps): Route[] {
  return [showStatusRoute(deps), showStatusHistoryRoute(deps), statusFeedRoute(deps)];
}
