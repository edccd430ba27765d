import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { feedLock } from './change-feed.store.ts';
import { latestCursor } from './read-feed.store.ts';

/** More changes than a fleet can make between a backup and its restoration: a cursor further ahead is invalid. */
const furthestAhead = 1_000_000_000;

/**
 * A gateway whose cursor is above the newest change has followed a database that was lost and then restored from a backup. The ids continue
 * above the gateway's cursor, so that it never accepts an older change as a newer one, and every gateway gets a snapshot.
 */
export async function advanceCursor(db: Database, seen: number): Promise<void> {
  if (!isAhead(seen, await latestCursor(db))) return;
  await db.transaction().execute(async (trx: DatabaseTransaction) => {
    await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
    if (!isAhead(seen, await latestCursor(trx))) return;
    await sql`select setval(pg_get_serial_sequence('gateway_changes', 'id'), ${seen + 1})`.execute(trx);
    await trx
      .updateTable('gatewayFeed')
      .set({ prunedThrough: seen + 1 })
      .execute();
  });
}

function isAhead(seen: number, { cursor }: { readonly cursor: number }): boolean {
  return seen > cursor && seen - cursor <= furthestAhead;
}
