import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { GrantDeps } from './add-wireguard-grant.ts';
import { areShared } from './put-credentials.ts';

const batch = 500;
/** The next run continues, in ms. */
const maxRunMs = 50_000;

/**
 * Grants what an earlier release granted on each gateway on all gateways, by one row each: `shareSome` does so for up to `limit` accounts in
 * one transaction and returns their number. Gateways that do not support it keep their own rows. Returns the number of accounts.
 */
export async function shareInBatches(
  deps: GrantDeps & { readonly db: Database },
  shareSome: (trx: DatabaseTransaction, limit: number) => Promise<number>,
): Promise<number> {
  if (!areShared(deps)) return 0;
  const end = performance.now() + maxRunMs;
  let count = 0;
  while (performance.now() < end) {
    const shared = await deps.db.transaction().execute((trx) => shareSome(trx, batch));
    count += shared;
    if (shared < batch) return count;
  }
  return count;
}
