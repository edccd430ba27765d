import { sql } from 'kysely';
import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import { areShared, replaceShared, type SharedCredentialDeps } from '../grants/index.ts';

const batch = 500;
/** The next run continues, in ms. */
const maxRunMs = 50_000;

/**
 * Grants the credentials that an earlier release made on all gateways, by one row each. Gateways that do not support it keep their own. Safe
 * to run concurrently. Returns the number of credentials.
 */
export async function shareCredentials(
  deps: SharedCredentialDeps & { readonly db: Database },
): Promise<number> {
  if (!areShared(deps)) return 0;
  const end = performance.now() + maxRunMs;
  let count = 0;
  while (performance.now() < end) {
    const shared = await deps.db.transaction().execute((trx) => shareSome(deps, trx));
    count += shared;
    if (shared < batch) return count;
  }
  return count;
}

/** A part of the predicate of an index. */
const isToShare = sql<boolean>`shared_username is distinct from username`;

async function shareSome(deps: SharedCredentialDeps, trx: DatabaseTransaction): Promise<number> {
  const accounts = await trx
    .selectFrom('users')
    .innerJoin('openvpnCredentials', 'openvpnCredentials.userId', 'users.id')
    .select('users.id')
    .where(isToShare)
    .orderBy('openvpnCredentials.userId')
    .limit(batch)
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
