import type { Route } from '../../platform/http/route.ts';
import type { DecideDeps } from './decide.ts';
import { decideRoute, pollRoute, showRoute, startRoute } from './quick-login.routes.ts';

export { forgetAuthorizations } from './device-authorizations.store.ts';

export function quickLoginRoutes(deps: DecideDeps): Route[] {
  return [startRoute(deps), pollRoute(deps), showRoute(deps), decideRoute(deps)];
}
