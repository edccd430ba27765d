import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';
import { expireAddressChanges } from '../../email-links/index.ts';
import { deleteDevices } from '../devices/known-devices.store.ts';
import { limitedLifetimeMs, maxSessionMs, sessionLifetimeMs } from './session-lifetimes.ts';
import { revokePendingSignIns } from './pending-sign-ins.store.ts';
import { deleteTrustedDevices } from '../devices/trusted-devices.store.ts';

/** Deletes one access token, which ends its session. */
export async function revokeAccessToken(db: Database | DatabaseTransaction, tokenId: string): Promise<void> {
  await db.deleteFrom('accessTokens').where('id', '=', tokenId).execute();
}

/**
 * Ends an account's sessions, all or all but one, and forgets their devices; every device requires the second factor again, including that
 * of the kept session. Unused approvals and one-time tokens end as well, including those of the kept session, and so does an email change
 * that an ended session requested. For transactions that hold the account's row.
 */
export async function endSessions(
  trx: DatabaseTransaction,
  userId: string,
  keep?: { readonly tokenId: string; readonly deviceId: string | null },
): Promise<void> {
  await revokePendingSignIns(trx, userId);
  await expireAddressChanges(trx, userId, { except: keep?.tokenId ?? null });
  const all = trx.deleteFrom('accessTokens').where('userId', '=', userId);
  if (keep === undefined) await executePrepared(trx, 'delete-sessions', all);
  else await executePrepared(trx, 'delete-other-sessions', all.where('id', '!=', keep.tokenId));
  await deleteDevices(trx, userId, keep?.deviceId ?? null);
  await deleteTrustedDevices(trx, userId);
}

/** Ends the sign-ins of an account that still require a second factor. */
export async function revokeLimitedTokens(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.deleteFrom('accessTokens').where('userId', '=', userId).where('isLimited', '=', true).execute();
}

/** Deletes the access tokens that are unused for 30 days, older than 365 days, or limited and older than 15 minutes. */
export async function deleteIdleTokens(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteInBatches(db, 'accessTokens', {
    key: ['id'],
    orderBy: 'lastUsedAt',
    due: sql`last_used_at < ${before(sessionLifetimeMs)}`,
  });
  await deleteInBatches(db, 'accessTokens', {
    key: ['id'],
    orderBy: 'createdAt',
    due: sql`created_at < ${before(maxSessionMs)}`,
  });
  await deleteInBatches(db, 'accessTokens', {
    key: ['id'],
    orderBy: 'createdAt',
    due: sql`is_limited and created_at < ${before(limitedLifetimeMs)}`,
  });
}
