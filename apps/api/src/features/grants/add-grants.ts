import type { Insertable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { announceGrants, type GrantChange } from '../gateways/index.ts';
import { isProxy, stoppedAmong } from './withdraw.ts';

/**
 * Inserts grants of locked accounts, withdrawn where the account has no access, except those that exist, and announces those in force, after
 * the changes `ended`. Call it last.
 */
export async function addGrants(
  trx: DatabaseTransaction,
  some: readonly (Insertable<Schema['gatewayGrants']> & { readonly userId: string })[],
  { now, ended = [] }: { readonly now: Date; readonly ended?: readonly GrantChange[] },
): Promise<void> {
  if (some.length === 0) return;
  const users = some.map(({ userId }) => userId);
  const running = await trx
    .selectFrom('subscriptions')
    .select('userId')
    .where('userId', 'in', users)
    .where('endedAt', 'is', null)
    .where('accessUntil', '>', now)
    .forShare()
    .execute();
  // A statement of its own: a join could read all accounts.
  const bans = await trx.selectFrom('users').select(['id', 'bannedAt']).where('id', 'in', users).execute();
  const withAccess = new Set(running.map(({ userId }) => userId));
  for (const { id, bannedAt } of bans) if (bannedAt !== null) withAccess.delete(id);
  const stopped = await stoppedAmong(
    trx,
    some.filter(({ kind }) => isProxy(kind)).map(({ userId }) => userId),
  );
  const rows = some.map((row) => ({
    ...row,
    withdrawnAt: withAccess.has(row.userId) && !stopped.has(row.userId) ? null : now,
  }));
  const put = await trx
    .insertInto('gatewayGrants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['gatewayId', 'id as grantId', 'withdrawnAt'])
    .execute();
  const inForce = put.filter(({ withdrawnAt }) => withdrawnAt === null);
  const added = inForce.map(({ gatewayId, grantId }) => ({ gatewayId, grantId, kind: 'grant' }) as const);
  await announceGrants(trx, [...ended, ...added], now);
}
