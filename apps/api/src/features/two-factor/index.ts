import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import type { ReauthenticationDeps } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import {
  confirmRoute,
  disableRoute,
  enableRoute,
  generateRoute,
  regenerateRoute,
  resendRoute,
  showRoute,
  verifyRoute,
} from './two-factor.routes.ts';
import { removeUnfinishedBefore } from './two-factor.store.ts';

export { reverifySecondFactor } from './verify-factor.ts';
export { newSecret, otpauthUri, stepOf, openSecret, sealSecret } from './totp.ts';

/** Returns the routes of two-factor authentication by TOTP (RFC 6238): state, setup, verification, deactivation, new recovery codes. */
export function twoFactorRoutes(deps: TwoFactorDeps & ReauthenticationDeps): Route[] {
  return [
    showRoute(deps),
    generateRoute(deps),
    enableRoute(deps),
    resendRoute(deps),
    confirmRoute(deps),
    verifyRoute(deps),
    disableRoute(deps),
    regenerateRoute(deps),
  ];
}

const unfinishedLifetimeMs = 7 * 24 * 3600 * 1000;

/** The hourly cleanup of set-ups that were not finished within a week. */
export function sweepSetUps(db: Database, now: Date): Promise<number> {
  return removeUnfinishedBefore(db, new Date(now.getTime() - unfinishedLifetimeMs));
}
