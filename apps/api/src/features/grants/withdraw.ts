import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';

/** Permanently removes a grant, which frees its address and key. Returns false if there is none. Call it last. */
export async function withdrawGrant(trx: DatabaseTransaction, id: string, now: Date): Promise<boolean> {
  const gone = await trx
    .deleteFrom('gatewayGrants')
    .where('id', '=', id)
    .returning(['gatewayId', 'id as grantId'])
    .executeTakeFirst();
  if (gone === undefined) return false;
  await announceGrants(trx, [{ ...gone, kind: 'withdraw' }], now);
  return true;
}

/** Withdraws an account's grants, in the transaction that ends its access. They keep their addresses. Call it last. */
export async function withdrawAllOf(trx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  const withdrawn = await trx
    .updateTable('gatewayGrants')
    .set({ withdrawnAt: now })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const changes = withdrawn.map((one) => ({ ...one, kind: 'withdraw' }) as const);
  await announceGrants(trx, changes, now);
}

/**
 * Restores an account's grants, in the transaction that restores its access; those of a banned account stay withdrawn, and proxy grants
 * while spending is stopped. Call it last.
 */
export async function restoreAllOf(trx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  if (await isBanned(trx, userId)) return;
  const withoutProxies = await isStopped(trx, userId);
  const restored = await trx
    .updateTable('gatewayGrants')
    .set({ withdrawnAt: null })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is not', null)
    .$if(withoutProxies, (query) => query.where('kind', '<>', 'proxy'))
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const changes = restored.map((one) => ({ ...one, kind: 'grant' }) as const);
  await announceGrants(trx, changes, now);
}

async function isBanned(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  const banned = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('bannedAt', 'is not', null)
    .executeTakeFirst();
  return banned !== undefined;
}

/** Returns the accounts whose spending an operator has stopped: proxies reject them. */
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

/** Returns whether one account's spending is stopped now; it may be stopped right afterwards. */
export async function isStopped(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  return (await stoppedAmong(db, [userId])).has(userId);
}
