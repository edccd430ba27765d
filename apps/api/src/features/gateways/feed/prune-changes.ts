import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { repeatFullBatches } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { revocationLifeSeconds } from './change-feed.store.ts';

/** Changes of one transaction. */
const perBatch = 2_000;

/**
 * Removes changes that no longer matter, the oldest first. A gateway whose cursor is below the removed changes gets a snapshot: each
 * transaction records how far it has removed. It does not take the feed's lock, because the changes of open transactions are newer.
 * Returns the number of changes.
 */
export function pruneChanges(db: Database, now: Date): Promise<number> {
  const before = unixSeconds(now) - revocationLifeSeconds;
  return repeatFullBatches(perBatch, () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ readonly removed: number; readonly last: number | null }>`
        with due as materialized (
          select id from gateway_changes where not_before < ${before} order by not_before limit ${perBatch}
          for update skip locked),
        removed as (delete from gateway_changes using due where gateway_changes.id = due.id returning gateway_changes.id)
        select count(*) as removed, max(id) as last from removed`.execute(trx);
      const { removed = 0, last = null } = rows[0] ?? {};
      if (last !== null)
        await trx
          .updateTable('gatewayFeed')
          .set({ prunedThrough: last })
          .where('prunedThrough', '<', last)
          .execute();
      return removed;
    }),
  );
}
