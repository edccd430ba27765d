import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/**
 * The sessions of an account that began since `begunSince` and were used since `usedSince`, the one with `firstId` first, then by last use.
 */
export async function sessionsOf(
  db: Database,
  of: {
    readonly userId: string;
    readonly firstId: string;
    readonly usedSince: Date;
    readonly begunSince: Date;
  },
) {
  const rows = await db
    .selectFrom('accessTokens')
    .select(['id', 'client', 'platform', 'deviceName', 'method', 'isLimited', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', of.userId)
    .where('lastUsedAt', '>=', of.usedSince)
    .where('createdAt', '>=', of.begunSince)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.toSorted((one, other) => Number(other.id === of.firstId) - Number(one.id === of.firstId));
}

/** Ends one session of an account and returns its device id; null when the account has no such session. */
export async function deleteSession(
  trx: DatabaseTransaction,
  session: { readonly userId: string; readonly id: string },
): Promise<{ readonly deviceId: string | null } | null> {
  const deleted = await trx
    .deleteFrom('accessTokens')
    .where('id', '=', session.id)
    .where('userId', '=', session.userId)
    .returning('deviceId')
    .executeTakeFirst();
  return deleted ?? null;
}
