import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { feedLock } from './change-feed.store.ts';
import { topCursor } from './read-feed.store.ts';

/** More changes than a fleet can make between a backup and its return: what lies further off is no cursor of ours. */
const furthestAhead = 1_000_000_000;

/**
 * A gateway that has seen more changes than there are has seen those of a database that was lost since, and this one comes from its
 * backup. The numbers go on behind the gateway's, so that it need not take an older word for a newer one, and everybody gets a snapshot.
 */
export async function liftCursor(db: Database, seen: number): Promise<void> {
  if (!isAhead(seen, await topCursor(db))) return;
  await db.transaction().execute(async (trx: DatabaseTransaction) => {
    await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
    if (!isAhead(seen, await topCursor(trx))) return;
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
