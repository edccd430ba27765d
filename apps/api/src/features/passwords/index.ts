import type { Route } from '../../platform/http/requests/route.ts';
import type { ChangePasswordDeps } from './change-password.ts';
import type { ConfirmResetDeps } from './confirm-reset.ts';
import {
  changePasswordRoute,
  checkResetRoute,
  confirmResetRoute,
  requestResetRoute,
} from './passwords.routes.ts';

export { sendResetEmails } from './request-reset.ts';

/** Returns the routes that request, check and complete a password reset, and change a password. */
export function passwordsRoutes(
  deps: Parameters<typeof requestResetRoute>[0] & ConfirmResetDeps & ChangePasswordDeps,
): Route[] {
  return [requestResetRoute(deps), checkResetRoute(deps), confirmResetRoute(deps), changePasswordRoute(deps)];
}
