import type { DatabaseTransaction } from '../../platform/database/database.ts';

/** Those of some accounts whose spending an operator has stopped: no proxy lets them in. */
export async function stoppedAmong(
  trx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('dataAccounts')
    .select('userId')
    .distinct()
    .where('userId', 'in', [...new Set(userIds)])
    .where('stoppedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}
