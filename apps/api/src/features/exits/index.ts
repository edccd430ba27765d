import type { Database } from '../../platform/database/database.ts';
import type { Authentication } from '../../platform/http/caller.ts';
import type { Route } from '../../platform/http/route.ts';
import {
  changeExitRoute,
  enrolExitRoute,
  type ExitDeps,
  issueExitTicketRoute,
  showCoverageRoute,
  showExitRoute,
  withdrawExitRoute,
} from './exits.routes.ts';
import { findEnrolledExit } from './exits.store.ts';

export { boundsInWords } from './bounds-in-words.ts';
export { anyCity, locationOf, makeLocation } from './exit-location.ts';
export { exitsCommand } from './exits-command.ts';
export {
  liveExits,
  type LiveExit,
  type LivePlace,
  livePlaces,
  liveUpstreams,
  type LiveUpstream,
} from './live-exits.ts';
export { createRecordExits } from './record-exits.ts';
export { deniedIn } from './rules.ts';

export function exitsRoutes(deps: ExitDeps): Route[] {
  return [
    enrolExitRoute(deps),
    issueExitTicketRoute(deps),
    showExitRoute(deps),
    changeExitRoute(deps),
    withdrawExitRoute(deps),
    showCoverageRoute(deps),
  ];
}

export function authenticateExit(deps: { readonly db: Database }): Authentication['exit'] {
  return (credential) => findEnrolledExit(deps.db, credential);
}
