import type { Route } from '../../platform/http/requests/route.ts';
import { deleteAccountRoute, type DeleteRouteDeps } from './delete-account.route.ts';

export { purgeDeletedAccounts } from './purge.ts';
export { recoverByCommand } from './recover-command.ts';

/** Returns the route by which the account's owner deletes it. */
export function deletionRoutes(deps: DeleteRouteDeps): Route[] {
  return [deleteAccountRoute(deps)];
}
