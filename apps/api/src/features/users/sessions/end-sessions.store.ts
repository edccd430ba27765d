import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';
import { expireAddressChanges } from '../../email-links/index.ts';
import { deleteDevices } from '../devices/known-devices.store.ts';
import { discardUnfinishedSetUp } from '../second-factor/unfinished-set-up.store.ts';
import { limitedLifetimeMs, maxSessionMs, maxSessions, sessionLifetimeMs } from './session-lifetimes.ts';
import { revokePendingSignIns } from './pending-sign-ins.store.ts';
import { deleteTrustedDevices } from '../devices/trusted-devices.store.ts';

/** Per sign-in; an account has more sessions only from before there was a limit, or from concurrent sign-ins. */
const maxEndedSessions = 20;

/** Deletes one access token, which ends its session. */
export async function revokeAccessToken(db: Database | DatabaseTransaction, tokenId: string): Promise<void> {
  await db.deleteFrom('accessTokens').where('id', '=', tokenId).execute();
}

/**
 * Ends one session of an account with an email change that it requested, and returns its device id; null when the account has no such
 * session. Its one-time tokens and unused approvals end as well.
 */
export async function endSession(
  trx: DatabaseTransaction,
  session: { readonly userId: string; readonly id: string },
): Promise<{ readonly deviceId: string | null } | null> {
  const deleted = await trx
    .deleteFrom('accessTokens')
    .where('id', '=', session.id)
    .where('userId', '=', session.userId)
    .returning('deviceId')
    .executeTakeFirst();
  if (deleted === undefined) return null;
  await expireAddressChanges(trx, session.userId, { in: session.id });
  return deleted;
}

/**
 * Ends the least recently used sessions of an account that has more than 100, at most 20 of them. Their devices stay known and trusted. Not
 * those that still require the second factor: they end after 15 minutes, and with the password alone nobody can end the owner's sessions.
 */
export async function endExcessSessions(
  trx: DatabaseTransaction,
  { userId, newest }: { readonly userId: string; readonly newest: string },
): Promise<void> {
  const excess = trx
    .selectFrom('accessTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('isLimited', '=', false)
    .where('id', '!=', newest)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(maxSessions - 1)
    .limit(maxEndedSessions);
  const rows = await executePrepared(trx, 'find-excess-sessions', excess);
  // In one order: concurrent sign-ins end the same sessions.
  for (const id of rows.map((row) => row.id).toSorted()) await endSession(trx, { userId, id });
}

/**
 * Ends an account's sessions, all or all but one, and deletes their devices; every device requires the second factor again, including that
 * of the kept session. Unused approvals and one-time tokens end as well, including those of the kept session, and so does an email change
 * that an ended session requested and every unfinished two-factor set-up. For transactions that hold the account's row.
 */
export async function endSessions(
  trx: DatabaseTransaction,
  userId: string,
  keep?: { readonly tokenId: string; readonly deviceId: string | null },
): Promise<void> {
  await revokePendingSignIns(trx, userId);
  await expireAddressChanges(trx, userId, { except: keep?.tokenId ?? null });
  await discardUnfinishedSetUp(trx, userId);
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
