import type { Route } from '../../platform/http/requests/route.ts';
import { decideRoute, pollRoute, type QuickLoginDeps, showRoute, startRoute } from './quick-login.routes.ts';

export { deleteAuthorizations } from './device-authorizations.store.ts';

export function quickLoginRoutes(deps: QuickLoginDeps): Route[] {
  return [startRoute(deps), pollRoute(deps), showRoute(deps), decideRoute(deps)];
}
