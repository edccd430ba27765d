import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import {
  endSession,
  endSessions,
  deleteDevice,
  deleteTrust,
  discardUnfinishedSetUp,
  lockActiveAccount,
  revokePendingSignIn,
} from '../users/index.ts';

interface Deps {
  readonly db: Database;
}

/**
 * Revoking a session deletes its device: the next sign-in there requires the second factor and notifies the owner by email. An email change
 * that the session requested is cancelled, and so is an unfinished two-factor set-up, which the session may have begun. An approved
 * sign-in that is still unused is deleted completely.
 */
export const revokeSessionRoute = ({ db }: Deps) =>
  route(api.revokeSession, async ({ caller, params }) =>
    db.transaction().execute(async (trx) => {
      await lockActiveAccount(trx, caller.id);
      const revoked = await endSession(trx, { userId: caller.id, id: params.id });
      if (revoked === null) {
        const isRevoked = await revokePendingSignIn(trx, { userId: caller.id, id: params.id });
        return isRevoked ? ok(undefined) : err('not_found');
      }
      await discardUnfinishedSetUp(trx, caller.id);
      const { deviceId } = revoked;
      if (deviceId !== null) {
        await deleteDevice(trx, caller.id, deviceId);
        await deleteTrust(trx, caller.id, deviceId);
      }
      return ok(undefined);
    }),
  );

export const revokeOtherSessionsRoute = ({ db }: Deps) =>
  route(api.revokeOtherSessions, async ({ caller, deviceId }) => {
    const keep = { tokenId: caller.tokenId, deviceId };
    await endAll(db, caller.id, keep);
    return ok(undefined);
  });

export const revokeAllSessionsRoute = ({ db }: Deps) =>
  route(api.revokeAllSessions, async ({ caller }) => {
    await endAll(db, caller.id);
    return ok(undefined);
  });

/** The account is locked first, so that a session which is created concurrently, or by a trusted device, ends as well. */
function endAll(db: Database, userId: string, keep?: Parameters<typeof endSessions>[2]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockActiveAccount(trx, userId);
    await endSessions(trx, userId, keep);
  });
}
