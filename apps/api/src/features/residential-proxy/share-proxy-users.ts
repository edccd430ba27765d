import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { opened, type Sealer } from '../../platform/keys/seal.ts';
import { addSharedProxyUsers, type CredentialDeps, shareInBatches } from '../grants/index.ts';
import { accessOf } from './grant-access.ts';
import { accountsWithUsers, changeUser, usersOf } from './proxy-users.store.ts';

type Deps = CredentialDeps & { readonly db: Database; readonly sealer: Pick<Sealer, 'open'> };

/** Grants the proxy users of an earlier release on all gateways, by one row each. Safe to run concurrently. Returns the number of accounts. */
export async function shareProxyUsers(deps: Deps): Promise<number> {
  return shareInBatches(deps, (trx, limit) => shareSome(deps, trx, limit));
}

async function shareSome(deps: Deps, trx: DatabaseTransaction, limit: number): Promise<number> {
  const accounts = await accountsWithUsers(trx, { isShared: false, limit }).forNoKeyUpdate().execute();
  const now = deps.clock.now();
  const users = [];
  // Read after the lock: a user that was changed during the wait is shared already.
  for (const { id } of accounts)
    for (const user of await usersOf(trx, id)) {
      if (!user.enabled || user.sharedAt !== null) continue;
      await changeUser(trx, user.id, { sharedAt: now });
      // One whose key is lost keeps its grants until its password is replaced.
      if (opened(deps.sealer, user.sealedPassword) !== null) users.push(accessOf(deps.sealer, user));
    }
  await addSharedProxyUsers(trx, users, now);
  return accounts.length;
}
