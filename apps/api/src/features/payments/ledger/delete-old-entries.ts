import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';

/** Years for which books are kept, from the end of the year of the entry (§ 147 AO, paragraphs 3 and 4). */
const keptYears = 10;

/**
 * Deletes the entries of removed accounts whose time is over. Those of an account stay while it exists: its subscriptions are derived from
 * all events, which would book the movements again. Returns their number.
 */
export function deleteOldEntries(db: Database, now: Date): Promise<number> {
  const before = new Date(Date.UTC(now.getUTCFullYear() - keptYears, 0, 1));
  return deleteInBatches(db, 'ledgerEntries', {
    key: ['id'],
    orderBy: 'bookedAt',
    due: sql`order_id is null and booked_at < ${before}`,
  });
}
