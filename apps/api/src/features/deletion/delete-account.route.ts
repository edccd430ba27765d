import { api } from '@comet/contract';
import { err, ok, type Clock, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { rateLimitClassOf, type SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { route } from '../../platform/http/requests/route.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Revoke } from '../gateways/index.ts';
import { abandonCheckouts } from '../orders/index.ts';
import { queueHeldSignIns } from '../sign-in-notices/index.ts';
import { deleteStockRequestsOf } from '../stock-requests/index.ts';
import { forfeitSubscriptions } from '../subscription/index.ts';
import { reauthenticate, endSessions } from '../users/index.ts';
import { accountDeletedEmail } from './emails.ts';
import { type RemovalDates, removalDates } from './removal-dates.ts';

interface DeletionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
  readonly revoke: Revoke;
}

/**
 * Deletes an account: one transaction ends its sessions, tunnels, remaining days and renewal. It queues the calls to the provider, so an
 * unavailable provider does not block the deletion. `purgeDeletedAccounts` removes the rows when they are due. The calling session is kept
 * only for a repeat of this call.
 */
export async function deleteAccount(
  deps: DeletionDeps,
  caller: Pick<SignedInUser, 'id' | 'tokenId'>,
  client: CallingClient,
): Promise<Result<RemovalDates, 'account_deleted'>> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    // Locks the account's row first: concurrent sign-ins, links and payments are either visible to the statements below or see the
    // deletion.
    const account = await markDeleted(trx, caller.id, now);
    if (account === null) return err('account_deleted');
    await endSessions(trx, caller.id, { tokenId: caller.tokenId, deviceId: null });
    await abandonCheckouts(deps, trx, caller.id);
    await forfeitSubscriptions(deps, trx, caller.id, now);
    await deleteStockRequestsOf(trx, caller.id);
    await queueHeldSignIns(deps, trx, { userId: caller.id, email: account.email });
    const dates = removalDates(now);
    // An unconfirmed mailbox may be a stranger's.
    if (account.isVerified)
      await deps.outbox.post(trx, account.email, accountDeletedEmail({ ...dates, client, at: now }));
    await deps.revoke(trx, { userId: caller.id, slot: null });
    return ok(dates);
  });
}

async function markDeleted(
  trx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<{ readonly email: string; readonly isVerified: boolean } | null> {
  const marked = trx
    .updateTable('users')
    .set({ deletedAt: now })
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .returning(['email', 'verifiedAt']);
  const [account] = await executePrepared(trx, 'mark-account-deleted', marked);
  return account === undefined ? null : { email: account.email, isVerified: account.verifiedAt !== null };
}

/** Calls per device of an account, from all addresses. */
const perDevice = { calls: 20, seconds: 600 };

export type DeleteRouteDeps = DeletionDeps &
  Parameters<typeof reauthenticate>[0] & { readonly limiter: RateLimiter };

export const deleteAccountRoute = (deps: DeleteRouteDeps) =>
  route(api.deleteAccount, async ({ caller, deviceId, body, client }) => {
    const retryAfter = await deps.limiter.take(
      `delete account ${rateLimitClassOf(caller, deviceId)}`,
      perDevice,
    );
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const deleted = await deleteAccount(deps, caller, client);
    if (!deleted.ok) return deleted;
    const { recoverableUntil, removedBy } = deleted.value;
    return ok({ recoverableUntil: recoverableUntil.toISOString(), removedBy: removedBy.toISOString() });
  });
