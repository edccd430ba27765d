import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import {
  listSocialNetworksRoute,
  startIdentityLinkRoute,
  startSocialSignInRoute,
  confirmSocialByLinkRoute,
  confirmSocialByPasswordRoute,
  requestSocialMailRoute,
  finishSocialSignInRoute,
  relayAppleResponseRoute,
  listIdentitiesRoute,
  removeIdentityRoute,
} from './social.routes.ts';
import type { ConfirmDeps } from './confirm.ts';
import type { FinishDeps } from './finish.ts';
import type { ReauthenticationDeps } from '../users/index.ts';
import { deletePending } from './pending.store.ts';
import { deleteSignIns } from './sign-ins.store.ts';

export { connectConfirmedIdentities } from './connect-confirmed-identities.ts';

/** Returns the routes of social sign-in (decision 16): start, finish, consent by password or emailed link, and the linked identities. */
export function socialRoutes(deps: FinishDeps & ConfirmDeps & ReauthenticationDeps): Route[] {
  return [
    listSocialNetworksRoute(deps),
    startSocialSignInRoute(deps),
    finishSocialSignInRoute(deps),
    relayAppleResponseRoute(deps),
    confirmSocialByPasswordRoute(deps),
    requestSocialMailRoute(deps),
    confirmSocialByLinkRoute(deps),
    listIdentitiesRoute(deps),
    startIdentityLinkRoute(deps),
    removeIdentityRoute(deps),
  ];
}

/** Deletes abandoned sign-ins and unanswered confirmations. */
export async function deleteUnfinishedSocial(db: Database, now: Date): Promise<void> {
  await deleteSignIns(db, now);
  await deletePending(db, now);
}
