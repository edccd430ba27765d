import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { expireEmailLinks, latestEmailLink } from '../email-links/index.ts';
import { lockLivingAccount, stillStands } from '../users/index.ts';
import type { PendingChange } from './confirm-change.ts';
import { countMail, mailLink, type RequestChangeDeps } from './request-change.ts';

/** The change whose link still works; null where there is none. */
export async function pendingChangeOf(
  db: Database | DatabaseTransaction,
  asked: { readonly userId: string; readonly now: Date },
): Promise<{ readonly details: PendingChange; readonly expiresAt: Date } | null> {
  const link = await latestEmailLink(db, { ...asked, purpose: 'email_change' });
  return link && { details: link.details as PendingChange, expiresAt: link.expiresAt };
}

/**
 * Mails the link again; the new address was authorised by a password or passkey before. The session that requested the change stays the one
 * that survives it: another session must not survive by sending the link again.
 */
export async function resendChange(
  deps: RequestChangeDeps,
  { id: userId, tokenId }: Pick<SignedInUser, 'id' | 'tokenId'>,
  address: string,
): Promise<Result<undefined, 'not_found' | 'conflict' | Refusal<'too_many_requests'>>> {
  const now = deps.clock.now();
  const pending = await pendingChangeOf(deps.db, { userId, now });
  if (pending === null) return err('not_found');
  const counted = await countMail(deps, { email: pending.details.email, address });
  if (!counted.ok) return counted;
  return deps.db.transaction().execute(async (trx) => {
    if ((await lockLivingAccount(trx, userId)) === null || !(await stillStands(trx, tokenId)))
      return err('conflict');
    // Read again under the lock: it may have been cancelled, confirmed or replaced meanwhile.
    const present = await pendingChangeOf(trx, { userId, now });
    if (present?.details.email !== pending.details.email) return err('not_found');
    await mailLink(deps, trx, { userId, details: present.details, now });
    return ok(undefined);
  });
}

export function cancelChange(
  { db, clock }: Pick<RequestChangeDeps, 'db' | 'clock'>,
  userId: string,
): Promise<Result<undefined, 'not_found'>> {
  return db.transaction().execute(async (trx) => {
    if ((await lockLivingAccount(trx, userId)) === null) return err('not_found');
    await expireEmailLinks(trx, { userId, purposes: ['email_change'], now: clock.now() });
    return ok(undefined);
  });
}
