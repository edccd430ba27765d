import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';
import type { Platform } from '../../../platform/database/schema.ts';

/** A credential that can still start a session: an approved quick login, or an unused one-time token. */
interface PendingSignIn {
  readonly id: string;
  readonly method: 'quick_login' | 'one_time_token';
  /** For a quick login: the device that requested it. */
  readonly deviceName: string | null;
  readonly platform: Platform | null;
  readonly approvedAt: Date;
  readonly expiresAt: Date;
}

/** Lifetime in ms of a one-time token, from which its creation time is computed. */
export const oneTimeTokenLifetimeMs = 60_000;

/** Returns the pending sign-ins of an account that are still valid at `now`, the newest first. */
export async function pendingSignInsOf(
  db: Database,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<readonly PendingSignIn[]> {
  const approvals = await db
    .selectFrom('deviceAuthorizations')
    .select(['id', 'deviceName', 'platform', 'approvedAt', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('state', '=', 'approved')
    .where('approvedBy', 'is not', null)
    .where('expiresAt', '>', now)
    .execute();
  const tokens = await db
    .selectFrom('oneTimeTokens')
    .innerJoin('accessTokens', 'accessTokens.id', 'oneTimeTokens.sessionId')
    .select(['oneTimeTokens.id', 'oneTimeTokens.expiresAt'])
    .where('accessTokens.userId', '=', userId)
    .where('oneTimeTokens.expiresAt', '>', now)
    .execute();
  const pending: PendingSignIn[] = [
    ...approvals.map(({ createdAt, approvedAt, ...row }) => ({
      ...row,
      method: 'quick_login' as const,
      // Null for approvals from before the time was stored.
      approvedAt: approvedAt ?? createdAt,
    })),
    ...tokens.map(({ id, expiresAt }) => ({
      ...{ id, method: 'one_time_token' as const, deviceName: null, platform: null, expiresAt },
      approvedAt: new Date(expiresAt.getTime() - oneTimeTokenLifetimeMs),
    })),
  ];
  return pending.toSorted((one, other) => other.approvedAt.getTime() - one.approvedAt.getTime());
}

/** An approval without the session that gave it is withdrawn; the row stays, so that polls return the reason. */
const withdrawn = { approvedBy: null } as const;

/** Withdraws every unused quick login approval and deletes every one-time token. The caller holds the account's row. */
export async function revokePendingSignIns(trx: DatabaseTransaction, userId: string): Promise<void> {
  const approvals = trx
    .updateTable('deviceAuthorizations')
    .set(withdrawn)
    .where('userId', '=', userId)
    .where('state', '=', 'approved');
  await executePrepared(trx, 'withdraw-approvals', approvals);
  const tokens = trx
    .deleteFrom('oneTimeTokens')
    .using('accessTokens')
    .whereRef('accessTokens.id', '=', 'oneTimeTokens.sessionId')
    .where('accessTokens.userId', '=', userId);
  await executePrepared(trx, 'delete-one-time-tokens', tokens);
}

/** Revokes one pending sign-in of an account; false when the account has no such one. */
export async function revokePendingSignIn(
  trx: DatabaseTransaction,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<boolean> {
  const withdrawals = await trx
    .updateTable('deviceAuthorizations')
    .set(withdrawn)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'approved')
    .where('approvedBy', 'is not', null)
    .executeTakeFirst();
  if (withdrawals.numUpdatedRows > 0n) return true;
  const deleted = await trx
    .deleteFrom('oneTimeTokens')
    .using('accessTokens')
    .whereRef('accessTokens.id', '=', 'oneTimeTokens.sessionId')
    .where('oneTimeTokens.id', '=', id)
    .where('accessTokens.userId', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
