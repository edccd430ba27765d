import { sql } from 'kysely';
import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import { replaceShared, type SharedCredentialDeps, shareInBatches } from '../grants/index.ts';

/**
 * Grants the credentials that an earlier release made on all gateways, by one row each. Gateways that do not support it keep their own. Safe
 * to run concurrently. Returns the number of credentials.
 */
export async function shareCredentials(
  deps: SharedCredentialDeps & { readonly db: Database },
): Promise<number> {
  return shareInBatches(deps, (trx, limit) => shareSome(deps, trx, limit));
}

/** A part of the predicate of an index. */
const isToShare = sql<boolean>`shared_username is distinct from username`;

async function shareSome(
  deps: SharedCredentialDeps,
  trx: DatabaseTransaction,
  limit: number,
): Promise<number> {
  const accounts = await trx
    .selectFrom('users')
    .innerJoin('openvpnCredentials', 'openvpnCredentials.userId', 'users.id')
    .select('users.id')
    .where(isToShare)
    .orderBy('openvpnCredentials.userId')
    .limit(limit)
    .forNoKeyUpdate('users')
    .execute();
  if (accounts.length === 0) return 0;
  // Read after the lock: a pair that was replaced during the wait is shared already.
  const pairs = await trx
    .updateTable('openvpnCredentials')
    .set(({ ref }) => ({ sharedUsername: ref('username') }))
    .where(
      'userId',
      'in',
      accounts.map(({ id }) => id),
    )
    .where(isToShare)
    .returning(['userId', 'username', 'sealedPassword'])
    .execute();
  const credentials = pairs.map(({ sealedPassword, ...pair }) => ({
    ...pair,
    password: String(deps.sealer.open(sealedPassword)),
  }));
  await replaceShared(deps, trx, credentials);
  return accounts.length;
}
