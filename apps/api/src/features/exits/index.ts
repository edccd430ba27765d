import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { deleteProofs } from '../../platform/machine-credentials/index.ts';
import { deleteExitSources } from './exit-addresses.store.ts';
import { deleteOldExits } from './delete-old-exits.ts';
import {
  changeExitRoute,
  enrolExitRoute,
  type ExitDeps,
  issueExitTicketRoute,
  renewExitCredentialRoute,
  showCoverageRoute,
  showExitRoute,
  withdrawExitRoute,
} from './exits.routes.ts';

export { authenticateExit, exitAlerts } from './authenticate-exit.ts';
export { liveCoverage } from './coverage.ts';
export { formatBounds } from './format-bounds.ts';
export { exitSources } from './exit-addresses.store.ts';
export { anyCity, locationOf, makeLocation } from './enrol-exit.ts';
export { endDrains } from './drain-exit.ts';
export { exitsCommand } from './exits-command.ts';
export {
  exitsInService,
  liveExits,
  type LiveExit,
  type LiveExitLocation,
  liveExitLocations,
  liveUpstreams,
  type LiveUpstream,
} from './live-exits.ts';
export { createRecordExits } from './record-exits.ts';
export { parseDeniedDestinations } from './parse-denied-destinations.ts';

/** Returns the routes of exits (enrol, ticket, new credential, show, change, withdraw) and of the countries and cities with live exits. */
export function exitsRoutes(deps: ExitDeps): Route[] {
  return [
    enrolExitRoute(deps),
    issueExitTicketRoute(deps),
    renewExitCredentialRoute(deps),
    showExitRoute(deps),
    changeExitRoute(deps),
    withdrawExitRoute(deps),
    showCoverageRoute(deps),
  ];
}

/** Hourly cleanup: removes expired proofs and invitations, outdated addresses and traffic, and exits that were withdrawn long ago. */
export async function sweepExits(deps: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const now = deps.clock.now();
  await deleteProofs(deps.db, 'exit', now);
  await deleteExitSources(deps.db, now);
  await deleteOldExits(deps.db, now);
}
