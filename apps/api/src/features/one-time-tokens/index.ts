import type { Route } from '../../platform/http/requests/route.ts';
import {
  authenticateOneTimeTokenRoute,
  createOneTimeTokenRoute,
  type OneTimeTokenDeps,
} from './one-time-tokens.routes.ts';

export { deleteOneTimeTokens } from './one-time-tokens.store.ts';

/** Returns the routes that create a token that signs in once, and exchange it for an access token of the calling device. */
export function oneTimeTokenRoutes(deps: OneTimeTokenDeps): Route[] {
  return [createOneTimeTokenRoute(deps), authenticateOneTimeTokenRoute(deps)];
}
