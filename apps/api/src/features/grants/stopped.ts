import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Those of some accounts whose spending an operator has stopped: no proxy lets them in. */
export async function stoppedAmong(
  db: Database | DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('dataAccounts')
    .select('userId')
    .distinct()
    .where('userId', 'in', [...new Set(userIds)])
    .where('stoppedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Whether that is so of one account at this moment; it may be stopped right afterwards. */
export async function isStopped(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  return (await stoppedAmong(db, [userId])).has(userId);
}
