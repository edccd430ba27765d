import type { Route } from '../../platform/http/requests/route.ts';
import { decideRoute, pollRoute, type QuickLoginDeps, showRoute, startRoute } from './quick-login.routes.ts';

export { deleteAuthorizations } from './device-authorizations.store.ts';

/** Returns the routes of the device authorization grant (RFC 8628): start and poll on the device, show and decide in the browser. */
export function quickLoginRoutes(deps: QuickLoginDeps): Route[] {
  return [startRoute(deps), pollRoute(deps), showRoute(deps), decideRoute(deps)];
}
